// expect: E133 4:21 expected `;` or `->` after the statement but found `(`
// help: a loop is written `do :: condition -> ... :: else -> break od`
byte x;
init { x = 0; while (x < 3) { x++ } }
