# CSP: the denotational oracle against itself and against the program.
if(TARGET coset)
  add_test(NAME oracle/csp-selfcheck COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/oracle/csp/selfcheck.py)
endif()
