// expect: E211 4:12 `_` can be written only; it has no value
// help: it stands for a field that a receive throws away
byte x;
init { x = _ }
