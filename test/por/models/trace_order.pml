/* Sends and receives of one channel accord, but for the trace that looks at both: it is violated only where the second
 * message is sent before the first is received. verdict: 14. reduced: yes */
/* args: --deadlock=off */
chan q = [2] of { byte };
chan other = [2] of { byte };
trace {
    do
    :: q!1; q?1
    od
}
active proctype sender() { q!1; q!1 }
active proctype receiver() { byte x; q?x; q?x }
active proctype far() { byte x; other!1; other?x; other!2; other?x }
