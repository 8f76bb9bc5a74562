/* expect: states=4 transitions=3 exit=11 */
typedef M { chan a[128] = [0] of { bit } }
proctype U(chan c) { c!1 }
proctype T() { M m; run U(m.a[0]); run U(m.a[1]) }
init { run T() }
