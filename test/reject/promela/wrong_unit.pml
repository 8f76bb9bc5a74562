// expect: E107 3:1 expected a declaration, a proctype, init, a claim or a formula but found `proctyp`
// help: did you mean `proctype`?
proctyp P() { skip }
init { skip }
