-- Machine code leaves a loop to the interpreter, which compares all orders of it, where calls are too deep to follow.
-- run: check --code=native --trace=off --deadlock=off
-- exit: 12
-- says: symmetry: pid none
-- says: calls in this loop over pid are too deep or recursive to follow
-- says: the result depends on the order of this loop: exchanging iterations
-- says: invariant not again VIOLATED
type pid: scalarset(3);
var set: array [pid] of boolean; first: pid; again: boolean;
procedure a0(x: pid); begin if set[x] & isundefined(first) then first := x; end; end;
procedure a1(x: pid); begin a0(x); end; procedure a2(x: pid); begin a1(x); end; procedure a3(x: pid); begin a2(x); end;
procedure a4(x: pid); begin a3(x); end; procedure a5(x: pid); begin a4(x); end; procedure a6(x: pid); begin a5(x); end;
procedure a7(x: pid); begin a6(x); end; procedure a8(x: pid); begin a7(x); end; procedure a9(x: pid); begin a8(x); end;
procedure a10(x: pid); begin a9(x); end; procedure a11(x: pid); begin a10(x); end;
procedure a12(x: pid); begin a11(x); end; procedure a13(x: pid); begin a12(x); end;
procedure a14(x: pid); begin a13(x); end; procedure a15(x: pid); begin a14(x); end;
procedure a16(x: pid); begin a15(x); end; procedure a17(x: pid); begin a16(x); end;
procedure a18(x: pid); begin a17(x); end; procedure a19(x: pid); begin a18(x); end;
procedure a20(x: pid); begin a19(x); end; procedure a21(x: pid); begin a20(x); end;
procedure a22(x: pid); begin a21(x); end; procedure a23(x: pid); begin a22(x); end;
procedure a24(x: pid); begin a23(x); end; procedure a25(x: pid); begin a24(x); end;
procedure a26(x: pid); begin a25(x); end; procedure a27(x: pid); begin a26(x); end;
procedure a28(x: pid); begin a27(x); end; procedure a29(x: pid); begin a28(x); end;
procedure a30(x: pid); begin a29(x); end; procedure a31(x: pid); begin a30(x); end;
procedure a32(x: pid); begin a31(x); end; procedure a33(x: pid); begin a32(x); end;
procedure a34(x: pid); begin a33(x); end; procedure a35(x: pid); begin a34(x); end;
procedure a36(x: pid); begin a35(x); end; procedure a37(x: pid); begin a36(x); end;
procedure a38(x: pid); begin a37(x); end; procedure a39(x: pid); begin a38(x); end;
procedure a40(x: pid); begin a39(x); end; procedure a41(x: pid); begin a40(x); end;
procedure a42(x: pid); begin a41(x); end; procedure a43(x: pid); begin a42(x); end;
procedure a44(x: pid); begin a43(x); end; procedure a45(x: pid); begin a44(x); end;
procedure a46(x: pid); begin a45(x); end; procedure a47(x: pid); begin a46(x); end;
procedure a48(x: pid); begin a47(x); end; procedure a49(x: pid); begin a48(x); end;
procedure a50(x: pid); begin a49(x); end; procedure a51(x: pid); begin a50(x); end;
procedure a52(x: pid); begin a51(x); end; procedure a53(x: pid); begin a52(x); end;
procedure a54(x: pid); begin a53(x); end; procedure a55(x: pid); begin a54(x); end;
procedure a56(x: pid); begin a55(x); end; procedure a57(x: pid); begin a56(x); end;
procedure a58(x: pid); begin a57(x); end; procedure a59(x: pid); begin a58(x); end;
procedure a60(x: pid); begin a59(x); end; procedure a61(x: pid); begin a60(x); end;
procedure a62(x: pid); begin a61(x); end; procedure a63(x: pid); begin a62(x); end;
startstate begin for p: pid do set[p] := false; end; undefine first; again := false; end;
ruleset p: pid do rule "set" !set[p] ==> begin set[p] := true; end; end;
rule "find" begin for p: pid do a63(p); end; end;
ruleset p: pid do
  rule "again" !isundefined(first) & first = p & forall q: pid do set[q] end ==> begin again := true; end;
end;
invariant "not again" !again;
