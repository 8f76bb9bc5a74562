// expect: E010 3:1 Can't open include file "nowhere_to_be_found.h"
// help: files are searched in the folder of the file that includes them
#include "nowhere_to_be_found.h"
init { skip }
