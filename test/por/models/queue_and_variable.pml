/* What P puts into the queue depends on what Q has taken out of it. verdict: 14 */
byte v;
chan q = [3] of { byte };
active proctype P() { q!5; run Q(); q!v }
proctype Q() { q?v; q?v; assert(v == 0) }
