/* `else` is disabled by what enables an option, `timeout` by anything. verdict: 14 */
byte g, n;
active proctype P() { byte a; a = 1; if :: g == 1 -> n = 1 :: else -> n = 2 fi; a = 2; g == 2; n = 3 }
active proctype Q() { byte b; b = 1; g = 1; b = 2; timeout; assert(n != 2); g = 2 }
