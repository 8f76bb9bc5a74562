// expect: E114 3:12 expected a type but found `T`
// help: a typedef must precede its uses
proctype P(T x) { skip }
init { skip }
