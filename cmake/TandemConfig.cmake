# find_package(Tandem): the imported target Tandem::SYCL and
# add_sycl_to_target(TARGET <target> [SOURCES <source>...]), as DPC++ and
# AdaptiveCpp offer it. Works from wherever the tree was moved to.
#
# With CMAKE_CXX_COMPILER=tandem++ nothing of this is needed: -fsycl is enough.

get_filename_component(TANDEM_PREFIX "${CMAKE_CURRENT_LIST_DIR}" REALPATH)
get_filename_component(TANDEM_PREFIX "${TANDEM_PREFIX}/../../.." ABSOLUTE)
set(TANDEM_COMPILER "${TANDEM_PREFIX}/bin/tandem++")
set(TANDEM_VERSION @VERSION@)

if(NOT TARGET Tandem::SYCL)
  add_library(Tandem::SYCL INTERFACE IMPORTED)
  target_compile_options(Tandem::SYCL INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-fsycl>)
  target_link_options(Tandem::SYCL INTERFACE -fsycl)
endif()

# Compiles and links a target's C++ sources as SYCL. Where the project's
# compiler is another one, tandem++ is put in its place for this target.
function(add_sycl_to_target)
  cmake_parse_arguments(ARG "" "TARGET" "SOURCES" ${ARGN})
  if(NOT ARG_TARGET)
    message(FATAL_ERROR "add_sycl_to_target: TARGET is missing")
  endif()
  if(ARG_SOURCES)
    set_property(SOURCE ${ARG_SOURCES} APPEND PROPERTY COMPILE_OPTIONS -fsycl)
  else()
    target_compile_options(${ARG_TARGET} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-fsycl>)
  endif()
  target_link_options(${ARG_TARGET} PRIVATE -fsycl)
  get_filename_component(compiler "${CMAKE_CXX_COMPILER}" NAME)
  if(NOT compiler STREQUAL "tandem++")
    set_target_properties(${ARG_TARGET} PROPERTIES
      CXX_COMPILER_LAUNCHER "${TANDEM_PREFIX}/bin/tandem;launch-as-compiler"
      CXX_LINKER_LAUNCHER "${TANDEM_PREFIX}/bin/tandem;launch-as-compiler")
  endif()
endfunction()
