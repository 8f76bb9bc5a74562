-- expect: states=512 rules=2784 exit=0
-- Aliases, choices and rulesets inside one another; a choice from an alias; bounds with a step.

type p: scalarset(2);
var n: 0..3; hit: 0..3; nets: array [p] of record q: multiset [2] of 0..2; end;
startstate begin n := 1; hit := 0; for i: p do undefine nets[i].q; end; end;
ruleset i: p do
alias net: nets[i]; top: n + 1 do
alias q: net.q do
  choose k: q do
    alias v: q[k] do
    ruleset j := 0 to 2 by 2 do
      rule "eat" v = j ==> begin hit := j; multisetremove(k, q); end;
    end;
    rule "bump" v = 1 ==> begin v := 2; end;
    end;
  end;
  ruleset j := 0 to 2 do
  rule "add" multisetcount(k: q, q[k] = j) < 1 & multisetcount(k: q, true) < 2 & top < 4 ==> begin multisetadd(j, q); end;
  end;
end; end; end;
rule "n" begin n := (n + 1) % 4; end;
ruleset i := 0 to 3 by 3 do cover "c" n = i; liveness "l" n = i; invariant "inv" i <= 3; end;
ruleset i: p do choose k: nets[i].q do invariant "in" nets[i].q[k] < 3; cover "some" nets[i].q[k] = 2;  end; end;
