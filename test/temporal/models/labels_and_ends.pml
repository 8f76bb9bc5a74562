/* expect: no acceptance cycle=holds no deadlock=fails */
/* Without a claim invalid end states are checked beside accept labels. */
chan q = [1] of { byte }; byte x;
active proctype P() { x = 1; accept_a: q!1; q!2; q!3 }
