// expect: E262 2:17 a parameter cannot be an array
proctype P(byte a[2]) { skip }
init { skip }
