-- expect: states=4 rules=4 exit=0
-- An undefined variable may be passed by value; only its use is a fault.

var x: boolean; n: 0..1;
function unknown(b: boolean): boolean;
begin
  return isundefined(b);
end;
startstate begin n := 0; end;
rule "define" unknown(x) ==> begin x := true; end;
rule "undefine" !unknown(x) ==> begin undefine x; n := 1 - n; end;
