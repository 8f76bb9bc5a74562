// expect: E133 3:25 expected `;` or `->` after the statement but found `unless`
// help: put braces around a statement that has an unless already
init { skip unless skip unless skip }
