// expect: E216 3:10 what stands in front of `.a` is no structure
byte x;
init { x.a = 1 }
