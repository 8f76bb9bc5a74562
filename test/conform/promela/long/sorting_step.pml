/* expect: exit=14 */
byte a[4] = { 3, 1, 2, 0 };
byte done;
active proctype sort() {
	byte i, t;
	do
	:: d_step {
		i = 0;
		do
		:: i < 3 && a[i] > a[i + 1] -> t = a[i]; a[i] = a[i + 1]; a[i + 1] = t; t = 0; i++
		:: i < 3 && a[i] <= a[i + 1] -> i++
		:: else -> break
		od;
		i = 0
	   }
	   done++;
	   if :: done == 3 -> break :: else fi
	od;
	assert(a[0] == 0 && a[3] == 3)
}
active proctype noise() { if :: a[1] = 3 :: a[2] = 0 :: skip fi; d_step { a[1] < 9 -> skip; done < 3 -> skip } }
