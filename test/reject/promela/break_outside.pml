// expect: E300 2:8 this `break` is inside of no loop
init { break }
