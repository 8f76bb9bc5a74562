// expect: E233 2:29 np_ has a meaning in never claims only
active proctype P() { if :: np_ -> skip :: else fi }
