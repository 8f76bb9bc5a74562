// expect: E267 2:19 a list of values is allowed at the start of a body only
init { skip; byte a[2] = { 1, 2 }; skip }
