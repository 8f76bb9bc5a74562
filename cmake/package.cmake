# The Debian package: cpack -G DEB in the build folder. Which libraries it needs, dpkg-shlibdeps finds out.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME coset)
set(CPACK_PACKAGE_VENDOR "The coset maintainers")
set(CPACK_PACKAGE_CONTACT "The coset maintainers <maintainers@users.noreply.a-seed-ceb35fcb.example>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "model checker for Murphi, Promela and CSPM that reduces by symmetry")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION "coset explores all reachable states of a model. Of states that differ in the
names of interchangeable processes, nodes or data only, it stores one. Symmetry
is proved from the text, or detected and tested. Properties are invariants,
assertions, deadlock, CTL, the mu-calculus, LTL with fairness, CSP refinement.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "spin")
include(CPack)
