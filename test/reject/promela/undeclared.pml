// expect: E210 4:8 `conter` is not declared
// help: did you mean `counter`?
byte counter;
init { conter = 1 }
