// expect: E210 6:5 `missing` is not declared
#define SET(v) v = missing + 1
byte x;
init {
    x = 0;
    SET(x)
}
