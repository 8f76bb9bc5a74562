# One static library for each layer, so that an upward call fails to link where a layer's own tests are linked.
find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)
pkg_check_modules(XXHASH REQUIRED IMPORTED_TARGET libxxhash)
pkg_check_modules(JANSSON REQUIRED IMPORTED_TARGET jansson)
include(cmake/checked_archive.cmake)
coset_checked_archive(GMP_LIBRARY gmp)
coset_checked_archive(NAUTY_LIBRARY nauty)
coset_checked_archive(MCPP_LIBRARY mcpp)
coset_checked_archive(BUDDY_LIBRARY bdd)

# Machine code needs LLVM; without it the program interprets.
find_program(LLVM_CONFIG NAMES llvm-config llvm-config-14)
if(COSET_LLVM AND LLVM_CONFIG)
  execute_process(COMMAND ${LLVM_CONFIG} --includedir OUTPUT_VARIABLE LLVM_INCLUDE OUTPUT_STRIP_TRAILING_WHITESPACE)
  # Its archives where they are installed: the whole library takes 20 ms to load, what of it is used 4.
  execute_process(COMMAND ${LLVM_CONFIG} --link-static --libs --system-libs core native orcjit passes
    OUTPUT_VARIABLE LLVM_LIBS RESULT_VARIABLE LLVM_NO_ARCHIVES ERROR_QUIET)
  if(LLVM_NO_ARCHIVES)
    execute_process(COMMAND ${LLVM_CONFIG} --link-shared --libs core native orcjit passes OUTPUT_VARIABLE LLVM_LIBS)
  endif()
  string(REGEX REPLACE "[ \n]+" ";" LLVM_LIBS "${LLVM_LIBS}")
  list(REMOVE_ITEM LLVM_LIBS "")
  execute_process(COMMAND ${LLVM_CONFIG} --libdir OUTPUT_VARIABLE LLVM_LIBDIR OUTPUT_STRIP_TRAILING_WHITESPACE)
  execute_process(COMMAND ${LLVM_CONFIG} --version OUTPUT_VARIABLE LLVM_VERSION OUTPUT_STRIP_TRAILING_WHITESPACE)
  message(STATUS "machine code by LLVM ${LLVM_VERSION}")
endif()

# coset_layer(<folder below src> <libraries and lower layers ...>)
function(coset_layer folder)
  string(REPLACE "/" "_" name "coset_${folder}")
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/${folder}/*.c
    ${CMAKE_SOURCE_DIR}/src/${folder}/*/*.c) # a layer may have rooms
  if(NOT sources) # a layer whose first file is still to come
    add_library(${name} INTERFACE)
    target_include_directories(${name} INTERFACE ${CMAKE_SOURCE_DIR}/src)
    target_link_libraries(${name} INTERFACE ${ARGN})
    return()
  endif()
  add_library(${name} STATIC ${sources})
  target_include_directories(${name} PUBLIC ${CMAKE_SOURCE_DIR}/src)
  target_link_libraries(${name} PUBLIC ${ARGN})
endfunction()
