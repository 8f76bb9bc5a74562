// expect: E133 3:9 expected `;` or `->` after the statement but found `(`
// help: an inline has to be defined in front of its call
init { f(1) }
