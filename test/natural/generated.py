#!/usr/bin/env python3
"""Directory protocols in the style of the generators ProtoGen and HieraGen: one enumeration of states for each machine,
one function for each machine with a switch over its states and in each a switch over messages, networks as multisets or
as arrays with counts, procedures for sending, a rule for each access and state. They are read, and the search starts,
within the promised time."""

import os
import pathlib
import resource
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "kit"))

import tool # noqa: E402


def states(n):
    return ["cache_I", "cache_S", "cache_M"] + [f"cache_T{i}" for i in range(n - 3)]


KINDS = ["GetS", "GetM", "PutS", "PutM", "Fwd_GetS", "Fwd_GetM", "Inv", "Inv_Ack", "Data", "Data_Ack", "Put_Ack"]


def header(n, array):
    net = ("  FIFO: record Queue: array [0..NET_MAX-1] of Message; QueueInd: 0..NET_MAX; end;\n"
           "  NET: array [Machines] of FIFO;\n" if array else "  NET: array [Machines] of multiset [NET_MAX] of Message;\n")
    return f"""const
  ENABLE_QS: false;
  VAL_COUNT: 1;
  ADR_COUNT: 1;
  NET_MAX: 6;
  NrCaches: 2;
type
  Access: enum {{ none, load, store }};
  MessageType: enum {{ {", ".join(KINDS)} }};
  s_cache: enum {{ {", ".join(states(n))} }};
  s_directory: enum {{ directory_I, directory_S, directory_M }};
  Address: scalarset(ADR_COUNT);
  ClValue: 0..VAL_COUNT;
  OBJSET_cache: scalarset(NrCaches);
  OBJSET_directory: enum {{ directory }};
  Machines: union {{ OBJSET_cache, OBJSET_directory }};
  v_NrCaches: multiset [NrCaches] of Machines;
  cnt_v_NrCaches: 0..NrCaches;
  Message: record
    adr: Address;
    mtype: MessageType;
    src: Machines;
    dst: Machines;
    acksExpected: 0..NrCaches;
    cl: ClValue;
  end;
  ENTRY_cache: record State: s_cache; Perm: Access; cl: ClValue; acksReceived: 0..NrCaches; acksExpected: 0..NrCaches; end;
  MACH_cache: record CL: array [Address] of ENTRY_cache; end;
  OBJ_cache: array [OBJSET_cache] of MACH_cache;
  ENTRY_directory: record State: s_directory; owner: Machines; cl: ClValue; cache: v_NrCaches; end;
  MACH_directory: record CL: array [Address] of ENTRY_directory; end;
  OBJ_directory: array [OBJSET_directory] of MACH_directory;
{net}var
  i_cache: OBJ_cache;
  i_directory: OBJ_directory;
  fwd: NET;
"""


def helpers(array):
    if array:
        send = """  assert (fwd[msg.dst].QueueInd < NET_MAX) "network is full";
  fwd[msg.dst].Queue[fwd[msg.dst].QueueInd] := msg;
  fwd[msg.dst].QueueInd := fwd[msg.dst].QueueInd + 1;"""
        pop = """procedure Pop_fwd(n: Machines);
begin
  for i := 0 to NET_MAX - 2 do
    fwd[n].Queue[i] := fwd[n].Queue[i + 1];
  endfor;
  undefine fwd[n].Queue[NET_MAX - 1];
  fwd[n].QueueInd := fwd[n].QueueInd - 1;
end;

"""
    else:
        send = """  assert (MultiSetCount(i: fwd[msg.dst], true) < NET_MAX) "network is full";
  MultiSetAdd(msg, fwd[msg.dst]);"""
        pop = ""
    return f"""
procedure Send_fwd(msg: Message; src: Machines);
begin
{send}
end;

{pop}function Request(adr: Address; mtype: MessageType; src: Machines; dst: Machines): Message;
var Message: Message;
begin
  Message.adr := adr;
  Message.mtype := mtype;
  Message.src := src;
  Message.dst := dst;
  Message.acksExpected := 0;
  undefine Message.cl;
  return Message;
end;

function Resp(adr: Address; mtype: MessageType; src: Machines; dst: Machines; cl: ClValue): Message;
var Message: Message;
begin
  Message.adr := adr;
  Message.mtype := mtype;
  Message.src := src;
  Message.dst := dst;
  Message.acksExpected := 0;
  Message.cl := cl;
  return Message;
end;

procedure AddElement_cache(var sv: v_NrCaches; n: Machines);
begin
  if MultiSetCount(i: sv, sv[i] = n) = 0 then
    MultiSetAdd(n, sv);
  endif;
end;

procedure RemoveElement_cache(var sv: v_NrCaches; n: Machines);
begin
  if MultiSetCount(i: sv, sv[i] = n) = 1 then
    MultiSetRemovePred(i: sv, sv[i] = n);
  endif;
end;

function VectorCount_cache(var sv: v_NrCaches): cnt_v_NrCaches;
begin
  return MultiSetCount(i: sv, IsMember(sv[i], Machines));
end;

procedure Multicast_fwd_v_NrCaches(var msg: Message; dst_vect: v_NrCaches; src: Machines);
begin
  for n: Machines do
    if n != msg.src then
      if MultiSetCount(i: dst_vect, dst_vect[i] = n) = 1 then
        msg.dst := n;
        Send_fwd(msg, src);
      endif;
    endif;
  endfor;
end;

procedure Set_perm(acc: Access; adr: Address; m: OBJSET_cache);
begin
  i_cache[m].CL[adr].Perm := acc;
end;
"""


def cache_case(n, i, name):
    out = [f"  case {name}:\n    switch inmsg.mtype\n"]
    all_states = states(n)
    for j, kind in enumerate(KINDS[4:]):
        to = all_states[(i * 7 + j * 3 + 1) % n]
        out.append(f"    case {kind}:\n")
        if kind in ("Fwd_GetS", "Fwd_GetM"):
            out.append("      msg := Resp(adr, Data, m, inmsg.src, cle.cl);\n      Send_fwd(msg, m);\n")
            out.append(f"      Set_perm(none, adr, m);\n      cle.State := {'cache_S' if kind == 'Fwd_GetS' else 'cache_I'};\n"
                       "      return true;\n\n")
        elif kind == "Inv":
            out.append("      msg := Resp(adr, Inv_Ack, m, inmsg.src, cle.cl);\n      Send_fwd(msg, m);\n"
                       "      Set_perm(none, adr, m);\n      cle.State := cache_I;\n      return true;\n\n")
        elif kind == "Inv_Ack":
            out.append("      cle.acksReceived := cle.acksReceived + 1;\n"
                       "      if (cle.acksExpected = cle.acksReceived) then\n"
                       f"        Set_perm(store, adr, m);\n        cle.State := cache_M;\n"
                       f"      else\n        cle.State := {to};\n      endif;\n      return true;\n\n")
        elif kind == "Data":
            out.append("      cle.cl := inmsg.cl;\n      cle.acksExpected := inmsg.acksExpected;\n"
                       "      if (cle.acksExpected = 0) then\n"
                       f"        Set_perm(load, adr, m);\n        cle.State := {'cache_S' if i % 2 else 'cache_M'};\n"
                       f"      else\n        cle.State := {to};\n      endif;\n      return true;\n\n")
        else:
            out.append("      Set_perm(none, adr, m);\n      cle.State := cache_I;\n      return true;\n\n")
    out.append("    else return false;\n    endswitch;\n\n")
    return "".join(out)


def functions(n):
    cases = "".join(cache_case(n, i, s) for i, s in enumerate(states(n)))
    return f"""
function Func_cache(inmsg: Message; m: OBJSET_cache): boolean;
var msg: Message;
begin
  alias adr: inmsg.adr do
  alias cle: i_cache[m].CL[adr] do
  switch cle.State
{cases}  endswitch;
  endalias;
  endalias;
  return false;
end;

function Func_directory(inmsg: Message; m: OBJSET_directory): boolean;
var msg: Message;
begin
  alias adr: inmsg.adr do
  alias cle: i_directory[m].CL[adr] do
  switch cle.State
  case directory_I:
    switch inmsg.mtype
    case GetS:
      AddElement_cache(cle.cache, inmsg.src);
      msg := Resp(adr, Data, m, inmsg.src, cle.cl);
      Send_fwd(msg, m);
      cle.State := directory_S;
      return true;

    case GetM:
      msg := Resp(adr, Data, m, inmsg.src, cle.cl);
      Send_fwd(msg, m);
      cle.owner := inmsg.src;
      cle.State := directory_M;
      return true;

    else return false;
    endswitch;

  case directory_S:
    switch inmsg.mtype
    case GetS:
      AddElement_cache(cle.cache, inmsg.src);
      msg := Resp(adr, Data, m, inmsg.src, cle.cl);
      Send_fwd(msg, m);
      return true;

    case GetM:
      msg := Resp(adr, Data, m, inmsg.src, cle.cl);
      if (MultiSetCount(i: cle.cache, cle.cache[i] = inmsg.src) = 1) then
        RemoveElement_cache(cle.cache, inmsg.src);
      endif;
      msg.acksExpected := VectorCount_cache(cle.cache);
      Send_fwd(msg, m);
      msg := Request(adr, Inv, inmsg.src, m);
      Multicast_fwd_v_NrCaches(msg, cle.cache, m);
      undefine cle.cache;
      cle.owner := inmsg.src;
      cle.State := directory_M;
      return true;

    else return false;
    endswitch;

  case directory_M:
    switch inmsg.mtype
    case GetS, GetM:
      msg := Request(adr, Fwd_GetM, inmsg.src, cle.owner);
      Send_fwd(msg, m);
      cle.owner := inmsg.src;
      return true;

    else return false;
    endswitch;
  endswitch;
  endalias;
  endalias;
  return false;
end;
"""


def sends(n):
    out = []
    for i, s in enumerate(states(n)):
        for kind in ("GetS", "GetM"):
            to = states(n)[(i * 5 + (3 if kind == "GetS" else 4)) % n]
            out.append(f"""
procedure SEND_{s}_{kind}(adr: Address; m: OBJSET_cache);
var msg: Message;
begin
  alias cle: i_cache[m].CL[adr] do
    msg := Request(adr, {kind}, m, directory);
    Send_fwd(msg, m);
    cle.acksReceived := 0;
    cle.State := {to};
  endalias;
end;
""")
    return "".join(out)


def rules(n, array):
    room = "fwd[directory].QueueInd < 1" if array else "MultiSetCount(i: fwd[directory], true) < 1"
    out = ["\nruleset m: OBJSET_cache do\n  ruleset adr: Address do\n    alias cle: i_cache[m].CL[adr] do\n"]
    for i, s in enumerate(states(n)):
        for kind in ("GetS", "GetM"):
            out.append(f"""
      rule "{s}_{kind}"
        cle.State = {s} & {room}
      ==>
        SEND_{s}_{kind}(adr, m);
      endrule;
""")
    out.append("    endalias;\n  endruleset;\nendruleset;\n")
    if array:
        out.append("""
ruleset n: Machines do
  alias q: fwd[n] do
  rule "Receive fwd"
    q.QueueInd > 0
  ==>
    alias msg: q.Queue[0] do
    if IsMember(n, OBJSET_directory) then
      if Func_directory(msg, n) then Pop_fwd(n); endif;
    else
      if Func_cache(msg, n) then Pop_fwd(n); endif;
    endif;
    endalias;
  endrule;
  endalias;
endruleset;
""")
    else:
        out.append("""
ruleset n: Machines do
  choose midx: fwd[n] do
  alias mach: fwd[n] do
  alias msg: mach[midx] do
  rule "Receive fwd"
    true
  ==>
    if IsMember(n, OBJSET_directory) then
      if Func_directory(msg, n) then MultiSetRemove(midx, mach); endif;
    else
      if Func_cache(msg, n) then MultiSetRemove(midx, mach); endif;
    endif;
  endrule;
  endalias;
  endalias;
  endchoose;
endruleset;
""")
    empty = "for n: Machines do fwd[n].QueueInd := 0; endfor;" if array else ""
    out.append(f"""
startstate
  undefine fwd;
  {empty}
  for i: OBJSET_cache do
    for a: Address do
      i_cache[i].CL[a].State := cache_I;
      i_cache[i].CL[a].Perm := none;
      i_cache[i].CL[a].cl := 0;
      i_cache[i].CL[a].acksReceived := 0;
      i_cache[i].CL[a].acksExpected := 0;
    endfor;
  endfor;
  for i: OBJSET_directory do
    for a: Address do
      i_directory[i].CL[a].State := directory_I;
      i_directory[i].CL[a].cl := 0;
      undefine i_directory[i].CL[a].cache;
      undefine i_directory[i].CL[a].owner;
    endfor;
  endfor;
endstartstate;

invariant "Write exclusivity"
  forall c1: OBJSET_cache do forall c2: OBJSET_cache do forall a: Address do
    (c1 != c2 & i_cache[c1].CL[a].Perm = store) -> i_cache[c2].CL[a].Perm != store
  endforall endforall endforall;
""")
    return "".join(out)


def model(n, array):
    return header(n, array) + helpers(array) + functions(n) + sends(n) + rules(n, array)


SECONDS = {"interp": 1.0, "native": 2.0} # of a processor, for a model of 10,000 lines


def start(coset, path, code):
    """Processor seconds to read the model, search for symmetry and start the search."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run = tool.check(coset, path, "--max-states=10", f"--code={code}", limit=300)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return run, after.ru_utime - before.ru_utime


def main():
    p = tool.parser(__doc__.splitlines()[0])
    p.add_argument("--print", type=int, metavar="N", help="print the model with N states of the cache")
    p.add_argument("--array", action="store_true", help="with arrays as networks")
    args = p.parse_args()
    if args.print:
        print(model(args.print, args.array))
        return 0
    coset, wrong = tool.program(args), []
    with tempfile.TemporaryDirectory() as folder:
        for n in [30, 110] + ([210] if tool.long_run() else []):
            for array in (False, True):
                path = pathlib.Path(folder) / f"generated{n}.m"
                path.write_text(model(n, array))
                lines = path.read_text().count("\n")
                for code, bound in SECONDS.items():
                    run, seconds = start(coset, path, code)
                    if run.rc != tool.EXIT_INCOMPLETE:
                        wrong.append(f"{lines} lines, array {array}, {code}: exit {run.rc}: {run.err[:300]}")
                    elif seconds > bound * max(1, lines / 10000) and not os.environ.get("COSET_LEAKS"):
                        wrong.append(f"{lines} lines, array {array}, {code}: {seconds:.2f} s to begin")
    print("\n".join(wrong) or "generated models begin in time")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
