/* expect: states=88 transitions=155 orbits=51 group=2 exit=0 */
/* The Initialization Protocol (Feijen and van Gasteren), as chapter 6 of Bosnacki's thesis describes it: n processes
 * with an initial part and a main part; none enters its main part before all have finished their initial parts. They
 * synchronise through shared booleans with arbitrary initial values. Each process has a co-component, which manages its
 * boolean. The thesis does not print the program; this one follows its words.
 *
 * flag[i] says that process i has finished its initial part. Its value at the start may be a lie, so each process first
 * takes back what the flags of all others say; hence the co-component must set its flag again and again. A process that
 * sees a flag set after it has taken it back knows that its owner has passed its own taking back.
 *
 *     coset -D N=3 initialization.pml
 */
#ifndef N
#define N 2
#endif

#if N == 2
#define ALL(p) (p(0) && p(1))
#define EACH(s) s(0); s(1)
#define START run user(0); run user(1); run component(0); run component(1)
#endif
#if N == 3
#define ALL(p) (p(0) && p(1) && p(2))
#define EACH(s) s(0); s(1); s(2)
#define START run user(0); run user(1); run user(2); run component(0); run component(1); run component(2)
#endif
#if N == 4
#define ALL(p) (p(0) && p(1) && p(2) && p(3))
#define EACH(s) s(0); s(1); s(2); s(3)
#define START run user(0); run user(1); run user(2); run user(3); \
    run component(0); run component(1); run component(2); run component(3)
#endif
#if N == 5
#define ALL(p) (p(0) && p(1) && p(2) && p(3) && p(4))
#define EACH(s) s(0); s(1); s(2); s(3); s(4)
#define START run user(0); run user(1); run user(2); run user(3); run user(4); \
    run component(0); run component(1); run component(2); run component(3); run component(4)
#endif

#define is_set(j) flag[j]
#define take_back(j) if :: i != j -> flag[j] = false :: else fi

bool flag[N];
bool done[N];   /* the initial part is over: seen by the co-component */
byte chosen;    /* flags that have their arbitrary value */
byte finished;  /* initial parts */

proctype user(byte i)
{
    atomic { chosen == N -> EACH(take_back); skip };
    finished++; /* the initial part */
    done[i] = true;
    ALL(is_set);
    assert(finished == N);
end: /* the main part; it does not end, for a process would have to wait for those started later, which is not symmetric */
    do
    :: finished < N
    od
}

proctype component(byte i)
{
    if
    :: flag[i] = false
    :: flag[i] = true
    fi;
    chosen++;
    done[i];
end:
    do
    :: !flag[i] -> flag[i] = true
    od
}

init { atomic { START } }
