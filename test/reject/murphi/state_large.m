-- expect: E044 3:35 variables up to here are too large
type t: array[0..99999] of boolean;
var a, b, c, d, e, f, g, h, i, j, k, l: t;
startstate begin end;
