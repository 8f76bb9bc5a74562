-- expect: E020 4:8 the type stat_t is not declared
-- help: did you mean state_t?
type state_t: 0..3;
var x: stat_t;
startstate begin end;
