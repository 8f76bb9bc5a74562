/* expect: exit=0 */
/* What follows an unless inside of a d_step is never done. */
byte n, k;
active proctype P() { d_step { do :: n < 3 -> { n++ } unless { n == 2 -> break } :: else -> break od }; n = 9 }
active proctype Q() { n = 2 }
