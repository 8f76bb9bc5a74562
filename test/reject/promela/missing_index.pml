// expect: E220 4:8 `a` is an array and needs an index
// help: write `a[i]`, with i from 0 to 2
byte a[3];
init { a = 1 }
