/* args: --dead=reset */
/* A variable that is only an index of what is written is used. */
byte a[3], i, last;
active proctype P()
{
    i = 2;
    a[0] = 1;
    a[i] = 5;
    assert(a[2] == 5 && a[0] == 1);
    i = 1;
    a[1] = 3;
    a[i]++;
    last = a[1];
    assert(a[1] == 4)
}
