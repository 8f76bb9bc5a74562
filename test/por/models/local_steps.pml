/* Three processes of two local steps: one path remains (Bosnacki's thesis, ch. 2). verdict: 0
   stored 27: --symmetry=off --por=off
   taken 54: --symmetry=off --por=off
   stored 7: --symmetry=off --por=ample
   taken 6: --symmetry=off --por=ample
   stored 7: --symmetry=off --por=stubborn */
active [3] proctype P() { byte a; a = 1; a = 2; end: false }
