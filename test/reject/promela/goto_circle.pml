// expect: E285 4:9 this jumps in a circle and never comes to a statement
init {
end: goto end; /* this one Spin reads as a statement */
l: goto k;
k: goto l
}
