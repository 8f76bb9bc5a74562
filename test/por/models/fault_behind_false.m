-- A condition of "look" is false for ever, but "gone" makes an earlier one fault, unless "off" comes first. verdict: 12
var d, e, u, c: 0..1;
startstate begin d := 0; e := 0; u := 1; c := 1; end;
rule "off" d = 0 ==> begin d := 1; end;
rule "gone" e = 0 ==> begin e := 1; undefine u; end;
rule "look" d = 0 & u = 1 & c = 0 ==> begin d := 1; end;
