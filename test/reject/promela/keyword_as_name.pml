// expect: E103 3:6 expected the name of a variable but found `len`
// help: `len` is a word of the language
byte len;
init { skip }
