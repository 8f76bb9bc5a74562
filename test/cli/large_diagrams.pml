/* Diagrams are so large that to put their variables into another order takes long, and nothing interrupts that. */
mtype = { REQ, REL };
chan mb = [2] of { mtype, byte };
chan rv = [0] of { byte };
chan q[3] = [1] of { mtype };
byte g, turn, lock; bool flag[6];
active [2] proctype P() { byte k, who; mtype m;
  { do
  :: d_step { nempty(q[_pid]); if :: g < 2 -> g++ :: k > 0 -> k-- :: else -> turn = _pid fi; k = (k + 1) % 3 }
  :: mb??[REQ,eval(_pid)] -> end_1: (_nr_pr < 5) -> run kid(_pid); mb?<m,who>; g = k
  :: l2: atomic { mb?m,who; q[who]!m }; d_step { mb??[REQ,eval(_pid)]; if :: g < 2 -> g++ :: k > 0 -> k-- :: else -> turn = _pid fi; flag[_pid] = true }
  od } unless { g == 2 && lock == 0 -> flag[_pid] = false }
}
proctype kid(byte a) { g = (a + g) % 3; if :: flag[0] :: lock == 0 fi }
active proctype S() { byte w; mtype x;
end: do :: mb?x,w -> if :: nfull(q[w]) -> q[w]!x :: else fi
 :: atomic { lock != 0; g = 0; lock == 0 -> turn = 0 }
 od }
