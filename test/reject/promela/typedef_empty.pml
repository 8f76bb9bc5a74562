// expect: E116 2:13 a type needs at least one field
typedef T { };
init { skip }
