// expect: E114 3:12 expected a type but found `T`
// help: a typedef stands in front of what uses it
proctype P(T x) { skip }
init { skip }
