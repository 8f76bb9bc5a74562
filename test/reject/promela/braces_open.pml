// expect: E107 3:1 expected a declaration, a proctype, init, a claim or a formula but found `{`
// Spin counts them in a list of 128 (its issue 56).
{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{
