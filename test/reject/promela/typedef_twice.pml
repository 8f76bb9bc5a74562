// expect: E115 3:9 the type `T` is declared a second time; first in line 2
typedef T { byte a };
typedef T { byte b };
init { skip }
