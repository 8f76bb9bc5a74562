-- expect: E011 3:13 expected a name before end
-- help: is a word of the language
procedure p(end: boolean); begin end;
var x: boolean; n: 0..10;
startstate begin x := true; n := 0; end;
