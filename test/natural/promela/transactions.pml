/* true: client=3 */
/* Optimistic transactions on one item with a version. */
byte version;
active [3] proctype client()
{
    byte seen;
    bool open;
    do
    :: !open -> atomic { seen = version; open = true }
    :: open ->
       atomic {
           if
           :: seen == version -> version = (version + 1) % 3
           :: else
           fi;
           open = false;
           seen = 0
       }
    od
}
