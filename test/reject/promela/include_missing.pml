// expect: E010 3:1 Can't open include file "nowhere_to_be_found.h"
// help: files are looked for beside the one that includes them
#include "nowhere_to_be_found.h"
init { skip }
