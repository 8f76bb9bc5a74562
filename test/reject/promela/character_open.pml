// expect: E003 3:20 a character constant is not closed
// help: write it as 'c', with one character
init { byte x; x = 'ab' }
