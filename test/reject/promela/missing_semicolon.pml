// expect: E133 2:22 expected `;` or `->` after the statement but found `x`
init { byte x; x = 1 x = 2 }
