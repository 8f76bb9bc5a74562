// expect: E202 2:6 `_pid` is a name of the language
byte _pid;
init { skip }
