// expect: E260 2:13 a channel cannot be hidden
hidden chan q = [1] of { byte };
init { skip }
