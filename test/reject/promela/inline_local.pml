// expect: E022 2:8 an inline is defined outside of all processes only
init { inline f() { skip } skip }
