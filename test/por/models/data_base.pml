/* Data base managers: one changes the data base and tells all others; 2 N * N + 2 states, and 2 N + 2 with symmetry.
   reduced: yes. verdict: 0
   stored 52: --por=stubborn --symmetry=off
   stored 12: --por=stubborn
   Bosnacki's thesis, ch. 6. */
#define N 5
bool db, msg[N], ack[N];
proctype man(byte i)
{
    do
    :: atomic { !db && !msg[i] -> db = 1;
        if :: i != 0 -> msg[0] = 1 :: else fi; if :: i != 1 -> msg[1] = 1 :: else fi; if :: i != 2 -> msg[2] = 1 :: else fi; if :: i != 3 -> msg[3] = 1 :: else fi; if :: i != 4 -> msg[4] = 1 :: else fi;
        skip };
       atomic { (i == 0 || ack[0]) && (i == 1 || ack[1]) && (i == 2 || ack[2]) && (i == 3 || ack[3]) && (i == 4 || ack[4]) ->
        ack[0] = 0; ack[1] = 0; ack[2] = 0; ack[3] = 0; ack[4] = 0;
        skip };
       db = 0
    :: atomic { msg[i] -> msg[i] = 0 }; ack[i] = 1
    od
}
init { atomic { run man(0); run man(1); run man(2); run man(3); run man(4); } }
