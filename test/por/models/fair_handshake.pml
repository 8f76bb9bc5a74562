/* B is not enabled again and again: under weak fairness b need not come, with reduction or without; under strong fairness it does.
   D and E take steps that nobody else sees: these are reduced. Bosnacki's thesis, ch. 3. verdict: 13
   searched 36: --fair=weak --por=off
   searched 20: --fair=weak --por=stubborn
   searched 20: --fair=weak --por=ample
   searched 168: --fair=strong --por=off
   searched 30: --fair=strong --por=stubborn
   */
chan c = [0] of { bit };
bool b = false;
active proctype A() { starta: c!0; goto starta }
active proctype B() { startb: c!1; b = true; goto startb }
active proctype C() { bit x; startc: c?x; x = 0; goto startc }
active proctype D() { byte y; y = 1; y = 2; y = 3 }
active proctype E() { byte z; z = 1; z = 2; z = 3 }
ltl eventually { <> b }
