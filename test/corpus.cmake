# Models by others and random models against the program. COSET_SHARED: the folder with the corpus, else ../shared.
find_package(Python3 REQUIRED COMPONENTS Interpreter)
set(COSET_SHARED "" CACHE PATH "folder with the corpus (default: ../shared beside the source tree)")

function(coset_runner name script)
  add_test(NAME ${name} COMMAND Python3::Interpreter ${CMAKE_CURRENT_SOURCE_DIR}/${script}
    --coset=$<TARGET_FILE:coset> ${ARGN})
  set_tests_properties(${name} PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 600 LABELS corpus)
  if(COSET_SHARED)
    set_property(TEST ${name} APPEND PROPERTY ENVIRONMENT COSET_SHARED=${COSET_SHARED})
  endif()
endfunction()

if(TARGET coset)
  coset_runner(oracle oracle/run.py --save=${CMAKE_CURRENT_BINARY_DIR}/oracle-failures)
  coset_runner(corpus/rumur corpus/rumur_tests.py)
  coset_runner(corpus/cmurphi corpus/cmurphi.py)
  coset_runner(corpus/traps corpus/traps.py)
  coset_runner(corpus/symbolic corpus/symbolic.py)
  coset_runner(corpus/truncate corpus/truncate.py)
  coset_runner(corpus/cspm corpus/cspm_verdicts.py)
  coset_runner(corpus/promela corpus/promela_parse.py)
  coset_runner(corpus/spin corpus/spin_side.py bosnacki/best bosnacki/dbm bosnacki/peterson3 bosnacki/par Exercises
    topspin/reduced/mutex5 beem/phils beem/bakery p123 p312 snoopy)
  coset_runner(conform/promela conform/promela.py)
  coset_runner(corpus/promela_trail corpus/promela_trail.py conform/promela p123 pathfinder snoopy sat.pml bosnacki/unless
    telephone bosnacki/peterson3 phils.1 App.F leader)
  coset_runner(corpus/promela_shown corpus/promela_shown.py)
  coset_runner(oracle/promela oracle/promela_random.py)
  coset_runner(matrix matrix/matrix.py)
  if(DEFINED ENV{COSET_LONG} AND NOT "$ENV{COSET_LONG}" STREQUAL "0")
    set_tests_properties(oracle oracle/promela corpus/cmurphi corpus/promela_trail corpus/spin corpus/truncate matrix PROPERTIES TIMEOUT 7200)
  endif()
endif()
