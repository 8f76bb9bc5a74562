// expect: E107 3:1 expected a declaration, a proctype, init, a claim or a formula but found `boolean`
// help: the type is called `bool`
boolean x;
init { x = true }
