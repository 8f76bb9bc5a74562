// expect: E005 4:7 formulas in `$` are not supported
// help: write `ltl name { formula }`
ltl { true }
never $ p $
init { skip }
