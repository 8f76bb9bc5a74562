-- Calls outside of loops are followed for multisets only: however much they do, a loop is looked at.
-- group: P=S3
-- refused: 0
type P: scalarset (3);
var f: array [P] of boolean; ok: boolean; x: 0..1000;
procedure p0(); begin x := 0; end;
procedure p1(); begin p0(); p0(); end;
procedure p2(); begin p1(); p1(); end;
procedure p3(); begin p2(); p2(); end;
procedure p4(); begin p3(); p3(); end;
procedure p5(); begin p4(); p4(); end;
procedure p6(); begin p5(); p5(); end;
procedure p7(); begin p6(); p6(); end;
procedure p8(); begin p7(); p7(); end;
procedure p9(); begin p8(); p8(); end;
procedure p10(); begin p9(); p9(); end;
procedure p11(); begin p10(); p10(); end;
procedure p12(); begin p11(); p11(); end;
procedure p13(); begin p12(); p12(); end;
procedure p14(); begin p13(); p13(); end;
procedure p15(); begin p14(); p14(); end;
procedure p16(); begin p15(); p15(); end;
procedure p17(); begin p16(); end;
procedure p18(); begin p17(); end;
procedure p19(); begin p18(); end;
procedure p20(); begin p19(); end;
procedure p21(); begin p20(); end;
procedure p22(); begin p21(); end;
procedure p23(); begin p22(); end;
procedure p24(); begin p23(); end;
procedure p25(); begin p24(); end;
procedure p26(); begin p25(); end;
procedure p27(); begin p26(); end;
procedure p28(); begin p27(); end;
procedure p29(); begin p28(); end;
procedure p30(); begin p29(); end;
procedure p31(); begin p30(); end;
procedure p32(); begin p31(); end;
procedure p33(); begin p32(); end;
procedure p34(); begin p33(); end;
procedure p35(); begin p34(); end;
procedure p36(); begin p35(); end;
procedure p37(); begin p36(); end;
startstate begin for p: P do f[p] := false; end; ok := true; x := 0; end;
ruleset p: P do rule "turn" true ==> begin f[p] := !f[p]; end; end;
rule "never" x = 777 ==> begin p37(); end;
rule "keep" true ==> begin
  for p: P do ok := f[p] & ok; end;
end;
