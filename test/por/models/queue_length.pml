/* Where something is put is told by the length of the queue, which a take changes: a put stays one transition, whatever
   the length. verdict: 11. reduced: yes */
chan c0 = [1] of { byte, chan };
chan c1 = [1] of { byte, chan };
chan c2 = [1] of { byte, chan };
chan hub = [2] of { byte, chan };
chan none = [0] of { byte, chan };
byte g; pid t; byte s[5];
proctype P(chan in; chan out) {
  byte x; chan ch = none;
  end: do :: skip; hub!x,in :: g == x -> if :: t == _pid -> in?x,ch; if :: s[2] == x -> t = 2 :: s[4] == x -> t = 4 fi fi; in!x,out od
}
proctype H(chan in; chan out) {
  byte x; chan ch = none;
  end: do :: atomic { hub?x,ch }; in?x,_; d_step { g = x; x = 0 } :: t != _pid -> if :: ch = c0 :: ch = c1 :: ch = c2 fi od
}
init { atomic { run H(hub, hub); run P(c0, c1); run P(c1, c2); run P(c2, c0); t = 1 } }
