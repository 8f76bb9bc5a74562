-- The first that is on is served. Whoever it is, the same is written, but which cover statement is met depends on it.
-- order: 1
-- twin: 2 |if i % 2 = 0 then cover "even" true; else cover "odd" true; end;|cover "anyone" true;
var
  on: array [0..3] of boolean;
  done: boolean;
startstate "left" begin for i: 0..3 do on[i] := i < 2; end; done := false; end;
startstate "right" begin for i: 0..3 do on[i] := i = 1 | i = 2; end; done := false; end;
rule "serve" !done ==>
begin
  for i: 0..3 do
    if on[i] & !done then
      done := true;
      if i % 2 = 0 then cover "even" true; else cover "odd" true; end;
    end;
  end;
end;
