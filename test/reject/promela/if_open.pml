// expect: E130 2:37 expected `::` or `fi`, for the `if` of line 2, but found `od`
init { byte x; if :: x == 0 -> skip od }
