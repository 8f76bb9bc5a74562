// expect: E001 4:1 a comment is not closed
// help: close it with `*/`
byte x;
/* never closed
init { skip }
