// expect: E258 2:12 a variable of one bit cannot be hidden
hidden bit b;
init { skip }
