// expect: E273 3:19 a channel is declared at the start of a body only
// help: move it in front of the first statement of the process
init { skip; chan q = [1] of { byte }; q!1 }
