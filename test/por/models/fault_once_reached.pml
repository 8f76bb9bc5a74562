/* P comes to a condition of which the first part faults, as long as i is 5. Its last part is false and nobody makes it true,
   but it does not keep P from the fault: T must not always go first. reduced: yes. verdict: 12 */
byte i = 5, h = 1, c;
byte q[2];
active proctype P() { c = 1; end: (q[i] == 0 && h == 0) -> c = 3 }
active proctype T() { i = 0; h = 2 }
active proctype U() { c = 2 }
