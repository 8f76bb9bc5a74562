// expect: E026 3:8 `f` has 1 parameter but is called with 2
inline f(x) { skip }
init { f(1, 2) }
