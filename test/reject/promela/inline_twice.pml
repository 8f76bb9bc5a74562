// expect: E024 3:8 the inline `f` is defined a second time; first in line 2
inline f() { skip }
inline f() { skip }
init { skip }
