/* expect: states=58246 transitions=177090 orbits=29518 group=2 exit=0 */
/* The Base Station, second model, as chapter 6 of Bosnacki's thesis describes it: NS stations that send, NR stations
 * that receive, and Promela channels instead of global variables. For the rest as base_station_1.pml, whose head tells the
 * protocol. The thesis does not print the program; this one follows its words. The two families have nothing to do with
 * one another: two scalarsets.
 *
 * A call is for whichever receiver asks next: the base station gives it the oldest communication that is pending.
 *
 *     coset -D NS=3 -D NR=2 base_station_2.pml
 */
#ifndef NS
#define NS 2
#endif
#ifndef NR
#define NR 1
#endif
#define M 2 /* radio channels */

mtype = { call, back };

chan from_sender = [1] of { mtype, byte, byte };   /* call or back, who, which channel */
chan to_sender = [1] of { byte, byte };            /* who, which channel; M: none is free */
chan from_receiver = [1] of { mtype, byte, byte };
chan to_receiver = [1] of { byte, byte };          /* M: nobody calls */
chan pending = [M] of { byte };                    /* channels with a sender, but no receiver yet */
chan radio[M] = [1] of { bit };

proctype sender(byte i)
{
    byte c;
    do
    :: from_sender!call(i, M);
        to_sender?eval(i), c;
        if
        :: c == M
        :: c != M -> radio[c]!1; from_sender!back(i, c)
        fi;
        c = 0
    od
}

proctype receiver(byte i)
{
    byte c;
    do
    :: from_receiver!call(i, M);
        to_receiver?eval(i), c;
        if
        :: c == M
        :: c != M -> radio[c]?_; from_receiver!back(i, c)
        fi;
        c = 0
    od
}

byte users[M]; /* of a channel: who has not returned it */

proctype base()
{
    byte sends = NS, receives = NR, c;
    do
    :: from_sender?call(sends, _) ->
        if
        :: users[0] == 0 -> c = 0
        :: users[0] != 0 && users[1] == 0 -> c = 1
        :: else -> c = M
        fi;
        if
        :: c < M -> users[c] = 2; pending!c
        :: else
        fi;
        to_sender!sends, c;
        sends = NS
    :: from_receiver?call(receives, _) ->
        if
        :: pending?c
        :: empty(pending) -> c = M
        fi;
        to_receiver!receives, c;
        receives = NR
    :: from_sender?back(_, c) -> users[c]--
    :: from_receiver?back(_, c) -> users[c]--
    od
}

#if NS == 1
#define SENDERS run sender(0)
#endif
#if NS == 2
#define SENDERS run sender(0); run sender(1)
#endif
#if NS == 3
#define SENDERS run sender(0); run sender(1); run sender(2)
#endif
#if NR == 1
#define RECEIVERS run receiver(0)
#endif
#if NR == 2
#define RECEIVERS run receiver(0); run receiver(1)
#endif
#if NR == 3
#define RECEIVERS run receiver(0); run receiver(1); run receiver(2)
#endif
init { atomic { run base(); SENDERS; RECEIVERS } }
