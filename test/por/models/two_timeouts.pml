/* Both processes wait for the timeout, and it matters which of them goes on. verdict: 14 */
byte n;
active proctype P() { timeout; n = 1 }
active proctype Q() { timeout; assert(n == 1) }
