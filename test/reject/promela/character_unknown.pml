// expect: E004 2:22 this character has no meaning in Promela
init { byte x; x = 1 ` 2 }
