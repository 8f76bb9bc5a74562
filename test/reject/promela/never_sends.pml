// expect: E313 3:10 a never claim cannot send or receive
chan c = [1] of { byte };
never { c!1 }
init { c!2 }
