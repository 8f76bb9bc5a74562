// expect: E101 4:11 expected `::` after `if` but found `(`
// help: write `if :: condition -> ... :: else -> ... fi`, `do :: condition -> ... :: else -> break od`
byte x;
init { if (x == 1) { x = 2 } }
