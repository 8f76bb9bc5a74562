// expect: E106 3:1 this `}` closes nothing
byte x;
}
init { skip }
