/* A send to an exclusive channel that is not full lets the escape of B happen and so disables what fails. verdict: 14
   Bosnacki's thesis, ch. 3, note 9: such a send is safe only if no escape depends on the channel. */
chan c = [1] of { bit };
active proctype A() { xs c; c!1 }
active proctype B() { xr c; { assert(false) } unless { c?1 } }
