// expect: E103 2:5 expected the name of a variable but found `:`
byte:a x;
init { skip }
