/* A's step leads to a receive around a loop, which lets the escape of B happen and so disables what fails. verdict: 14
   Bosnacki's thesis, ch. 3: a step is unsafe if a rendez-vous receive follows it in the control flow. */
chan c = [0] of { bit };
active proctype A() { bit i; do :: i == 0 -> i = 1 :: i == 1 -> c?1; break od }
active proctype B() { { assert(false) } unless { c!1 } }
