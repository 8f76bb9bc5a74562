// expect: E232 2:35 a process cannot ask whether it is enabled itself
active proctype P() { skip; if :: enabled(_pid) -> skip :: else fi }
