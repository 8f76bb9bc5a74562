/* reduced: yes. verdict: 0 */
byte u, v;
active [2] proctype P() { byte a; a = 1; a = 2; u = u ^ 1 }
active [2] proctype Q() { byte a; a = 1; a = 2; v = v ^ 1 }
