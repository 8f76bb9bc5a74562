/* Only the channels that a receive is from are looked at, whatever others hold. */
/* run: check --unspecified=on --deadlock=off */
/* says: receives what comes in state 1 HOLDS */
/* says: result: HOLDS */
chan q = [1] of { byte };
chan r = [1] of { byte, byte };
active proctype Sender() { byte n; do :: q!3; r!1, n; q?n; n = 0 od }
active proctype Receiver() { byte n; do :: r?1, n -> n = 0 od }
