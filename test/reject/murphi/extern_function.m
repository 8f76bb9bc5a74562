-- expect: E017 4:1 other languages
var x: boolean; n: 0..10;
startstate begin x := true; n := 0; end;
externfun f(a: boolean): boolean "f.h";
