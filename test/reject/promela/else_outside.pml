// expect: E301 3:8 `else` is the first statement of an option
// help: write `:: else -> ...` inside of if or do
init { else }
