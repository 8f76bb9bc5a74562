// expect: E101 3:1 expected `}` at the end of the body but found the end of the file
init { skip
