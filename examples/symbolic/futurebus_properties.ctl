// Jha's thesis, 3.7.1: p and q always hold; memory need not stay valid until somebody writes, because the command may
// never come; memory can always become valid again.
p: AG "a modified copy is the only one";
q: AG "valid memory is nowhere modified";
m_until_c: AG ({forall l: line do lines[l].valid end} -> A[{forall l: line do lines[l].valid end} U {asked = ReadModified | asked = Invalidate}]);
m_again: AG EF {forall l: line do lines[l].valid end}
