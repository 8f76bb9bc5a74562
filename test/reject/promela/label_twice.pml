// expect: E280 2:17 the label `L` is in this block already, in line 2
init { L: skip; L: skip }
