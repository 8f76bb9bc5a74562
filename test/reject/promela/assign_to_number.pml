// expect: E133 3:10 expected `;` or `->` after the statement but found `=`
// help: only variables can be assigned to
init { 1 = 2 }
