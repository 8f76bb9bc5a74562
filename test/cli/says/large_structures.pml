/* Variables for which a state has no room are refused. */
/* run: check */
/* exit: 65 */
/* says: the variables are too large */
typedef row { int cell[250] }
chan c[200] = [255] of { row };
active proctype p() { row r; c[0] ! r }
