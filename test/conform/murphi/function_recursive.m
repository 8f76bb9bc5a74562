-- expect: states=90 rules=270 exit=0
-- Recursion, and a call as the argument of a call.

var x: 0 .. 9; f: 1 .. 55;
function fib(n: 0..9): 1 .. 55;
begin
  if n < 2 then return 1; end;
  return fib(n - 1) + fib(n - 2);
end;
function next(n: 0..9): 0..9;
begin
  return (n + 1) % 10;
end;
startstate begin x := 0; f := 1; end;
rule "next" begin x := next(next(x)); end;
rule "one" begin x := next(x); end;
rule "fib" begin f := fib(x); end;
