// expect: E133 2:22 expected `;` or `->` behind the statement but found `x`
init { byte x; x = 1 x = 2 }
