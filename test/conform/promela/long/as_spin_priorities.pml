/* expect: exit=0 states=295 transitions=409 orbits=295 group=1 */
/* Spin merges `_priority = e`, which is local to it and has no range; set_priority(i, e) never. */
byte g;

active [2] proctype P()
{
    byte x;
    g = 1;
    set_priority(_pid, 2);
    x = 1;
    g = 2;
    _priority = 257;
    x = _priority;
    g = x;
    _priority = x + 1;
    x = 4;
    _priority = get_priority(_pid);
    _priority = 3
}

active proctype Q() priority 2
{
    byte y;
    atomic {
        y = 1;
        set_priority(_pid, 1);
        y = 2;
        _priority = g;
        y = 3;
        y = g
    };
    g = y
}

active proctype R()
{
    byte y;
    _priority = y;
    atomic {
        _priority = 1;
        _priority = 2;
        y = 3
    };
    _priority = _priority + y
}
