-- Fairness for each instance of a rule that ranges over entries of a multiset: refused, and said what can be asked for.
-- run: check --fair=weak
-- exit: 65
-- says: a was not checked: fairness: the instances of rule "take" are not known before the search
-- says: name other rules, as in --fair=weak:RULE
-- says not: internal error
var net: multiset [2] of 0..1;
startstate begin end;
rule "put" multisetcount(i: net, true) < 1 ==> begin multisetadd(0, net); end;
choose i: net do rule "take" true ==> begin multisetremove(i, net); end; end;
-- @ltl a: []<> (multisetcount(i: net, true) = 0)
