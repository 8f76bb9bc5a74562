/* Two scalarsets, elements in messages, a typedef, an array of arrays.
-- group: client=S2 server=S3
*/
typedef row { bool to[3] }
row asked[2]
chan line = [1] of { byte, byte }

proctype client(byte c) {
	byte s = 3;
	do
	:: line?eval(c), s; asked[c].to[s] = 0; s = 3
	od
}
proctype server(byte s) {
	byte c = 2;
	do
	:: atomic { c == 2 -> if :: !asked[0].to[s] -> c = 0 :: !asked[1].to[s] -> c = 1 fi }
	:: atomic { c != 2 && nfull(line) -> asked[c].to[s] = 1; line!c, s; c = 2 }
	od
}

init { atomic { run client(0); run client(1); run server(0); run server(1); run server(2) } }
