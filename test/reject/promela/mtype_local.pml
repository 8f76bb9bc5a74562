// expect: E113 2:8 the names of an mtype are declared outside of all processes only
init { mtype = { a, b }; skip }
