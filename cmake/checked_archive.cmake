# coset_checked_archive(<variable> <name>): the archive of a library whose calls of malloc, calloc and realloc go to
# src/base/checked_heap.c, since the library does not look at what small allocations return, or ends by itself.
# Most archives are for programs only: in the engine of the library, which is a module, the shared library takes the
# archive's place. If memory is out there, the process ends without a verdict; it is a child process.
add_custom_target(coset_checked_archives)
function(coset_checked_archive variable name)
  find_library(${variable}_PLAIN lib${name}.a REQUIRED)
  find_library(${variable}_SHARED lib${name}.so REQUIRED)
  set(checked ${CMAKE_BINARY_DIR}/checked/lib${name}.a)
  file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/checked)
  add_custom_command(OUTPUT ${checked}
    COMMAND ${CMAKE_OBJCOPY} --redefine-sym malloc=coset_checked_malloc --redefine-sym calloc=coset_checked_calloc
      --redefine-sym realloc=coset_checked_realloc ${${variable}_PLAIN} ${checked}
    DEPENDS ${${variable}_PLAIN} VERBATIM)
  add_custom_target(coset_checked_${name} DEPENDS ${checked})
  add_dependencies(coset_checked_archives coset_checked_${name})
  set(${variable} $<IF:$<STREQUAL:$<TARGET_PROPERTY:TYPE>,MODULE_LIBRARY>,${${variable}_SHARED},${checked}> PARENT_SCOPE)
endfunction()
