/* expect: states=886 transitions=1617 orbits=445 group=2 exit=0 */
/* The Base Station, first model, as chapter 6 of Bosnacki's thesis describes it: a simplified MASCARA, a protocol for
 * wireless networks. N mobile stations communicate with each other through a limited number of radio channels that one
 * base station gives out. A station that wants to send requests a channel; if one is free, it is granted. A station that
 * wants to receive asks the base station; if a communication for it is pending, it gets the channel of that. After the
 * communication both return the channel. All of it through global variables. The thesis does not print the program; this
 * one follows its words.
 *
 * Whom a station calls is a free choice. Where stations have no order it cannot run through their numbers: each station
 * may put its number on show (`called`), and callers take it from there.
 *
 *     coset -D N=3 base_station_1.pml
 */
#ifndef N
#define N 2
#endif
#define M 2      /* radio channels */
#define NOBODY N
#define NONE M

byte called = NOBODY;             /* may be called now */
byte asking = NOBODY;             /* the request at the base station: of whom, */
byte peer = NOBODY;               /* for a communication with whom; NOBODY: any, as a receiver */
bool returning;                   /* it gives its channel back */
byte answer = NONE;               /* the channel that the base station gives */
bool answered;
byte sender[M] = NOBODY;          /* of the communication on a channel */
byte receiver[M] = NOBODY;        /* the same, until it has the channel */
byte users[M];                    /* that have not returned it yet */
bool on_air[M];                   /* the message is on the air */

proctype station(byte i)
{
    byte other = NOBODY;
    byte c = NONE;
    do
    :: atomic { called == NOBODY -> called = i }
    :: /* send */
        atomic { called != NOBODY && called != i -> other = called; called = NOBODY };
        atomic { asking == NOBODY -> asking = i; peer = other };
        atomic { asking == i && answered -> c = answer; answer = NONE; answered = false; asking = NOBODY; peer = NOBODY };
        if
        :: c == NONE -> skip /* all are in use */
        :: c != NONE -> on_air[c] = true;
            !on_air[c]; /* it was taken */
            atomic { asking == NOBODY -> asking = i; returning = true; answer = c };
            atomic { asking == i && answered -> answered = false; asking = NOBODY; answer = NONE };
            c = NONE
        fi;
        other = NOBODY
    :: /* receive */
        atomic { asking == NOBODY -> asking = i; peer = NOBODY };
        atomic { asking == i && answered -> c = answer; answer = NONE; answered = false; asking = NOBODY };
        if
        :: c == NONE -> skip /* nobody calls */
        :: c != NONE -> on_air[c];
            on_air[c] = false;
            atomic { asking == NOBODY -> asking = i; returning = true; answer = c };
            atomic { asking == i && answered -> answered = false; asking = NOBODY; answer = NONE };
            c = NONE
        fi
    od
}

#define is_free(k) (sender[k] == NOBODY)
#define grant(k) sender[k] = asking; receiver[k] = peer; users[k] = 2; answer = k
#define pends(k) (sender[k] != NOBODY && receiver[k] == asking)

proctype base()
{
    do
    :: atomic { asking != NOBODY && !answered && returning ->
            users[answer]--;
            if
            :: users[answer] == 0 -> sender[answer] = NOBODY; receiver[answer] = NOBODY
            :: else -> skip
            fi;
            returning = false; answered = true }
    :: atomic { asking != NOBODY && !answered && !returning && peer != NOBODY ->
            if
            :: is_free(0) -> grant(0)
            :: !is_free(0) && is_free(1) -> grant(1)
            :: else -> answer = NONE
            fi;
            answered = true }
    :: atomic { asking != NOBODY && !answered && !returning && peer == NOBODY ->
            if
            :: pends(0) -> receiver[0] = NOBODY; answer = 0
            :: !pends(0) && pends(1) -> receiver[1] = NOBODY; answer = 1
            :: else -> answer = NONE
            fi;
            answered = true }
    od
}

#if N == 2
#define START run station(0); run station(1)
#endif
#if N == 3
#define START run station(0); run station(1); run station(2)
#endif
#if N == 4
#define START run station(0); run station(1); run station(2); run station(3)
#endif
init { atomic { run base(); START } }
