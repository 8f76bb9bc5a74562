# CSP: the denotational oracle against itself and against the program, scripts with verdicts, scripts that go wrong.
if(TARGET coset)
  function(coset_csp name script)
    add_test(NAME ${name} COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/${script} ${ARGN})
    set_tests_properties(${name} PROPERTIES TIMEOUT 900 LABELS csp)
  endfunction()
  set(program --coset=$<TARGET_FILE:coset>)
  coset_csp(oracle/csp-selfcheck oracle/csp/selfcheck.py --terms=150)
  # Compressions and determinism join in when they are there and right.
  coset_csp(oracle/csp oracle/csp/run.py ${program} --terms=300 --variants plain explicit --without deterministic
    --save=${CMAKE_CURRENT_BINARY_DIR}/csp-failures)
  coset_csp(conform/csp conform/csp.py ${program})
  coset_csp(examples/csp conform/csp.py --examples ${program})
  coset_csp(reject/csp reject/csp.py ${program})
endif()
