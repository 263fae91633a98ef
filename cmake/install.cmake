# cmake --install and the Debian package. Only include/tensio is installed: the library needs no header of another project.
include(CMakePackageConfigHelpers)

install(TARGETS tensio EXPORT tensio_targets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY include/tensio DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/tensio)
install(EXPORT tensio_targets NAMESPACE tensio:: FILE tensioTargets.cmake DESTINATION ${package_folder})
configure_package_config_file(cmake/tensioConfig.cmake.in ${CMAKE_CURRENT_BINARY_DIR}/tensioConfig.cmake
                              INSTALL_DESTINATION ${package_folder})
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/tensioConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/tensioConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/tensioConfigVersion.cmake
        DESTINATION ${package_folder})

# pkg-config: the folder is relative to the file itself, so that the prefix may be moved.
cmake_path(SET pc_folder NORMALIZE ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
cmake_path(RELATIVE_PATH CMAKE_CURRENT_SOURCE_DIR BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}/${pc_folder}
           OUTPUT_VARIABLE pc_prefix)
if(BUILD_SHARED_LIBS)
  set(pc_cflags "-DTENSIO_SHARED")
  set(pc_libs "")
else()
  set(pc_cflags "")
  set(pc_libs "-lstdc++ -lm -pthread")  # a C compiler links no C++ library by itself
endif()
configure_file(cmake/tensio.pc.in ${CMAKE_CURRENT_BINARY_DIR}/tensio.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/tensio.pc DESTINATION ${pc_folder})

if(TENSIO_TOOLS)
  install(TARGETS tensio_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(DIRECTORY scenes DESTINATION ${CMAKE_INSTALL_DATADIR}/tensio PATTERN "README*" EXCLUDE)
  install(FILES ${CMAKE_CURRENT_SOURCE_DIR}/build/web/viewer.html DESTINATION ${CMAKE_INSTALL_DATADIR}/tensio
          OPTIONAL)  # once scripts/web has built it
endif()
install(FILES LICENSE README.md CHANGELOG.md ARCHITECTURE.md CONTRIBUTING.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs examples DESTINATION ${CMAKE_INSTALL_DOCDIR})

if(PROJECT_IS_TOP_LEVEL)
  set(CPACK_GENERATOR DEB)
  # The maintainer of a package is who builds it, named as Debian's own tools do it.
  set(CPACK_PACKAGE_CONTACT "$ENV{DEBFULLNAME} <$ENV{DEBEMAIL}>")
  if(NOT DEFINED ENV{DEBEMAIL})
    set(CPACK_PACKAGE_CONTACT "unnamed builder <unnamed@invalid>")
  endif()
  set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
  set(CPACK_STRIP_FILES ON)
  set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
  set(CPACK_DEBIAN_PACKAGE_SECTION science)
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
  set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "ffmpeg, xdg-utils")  # videos; opening a browser
  set(CPACK_DEBIAN_PACKAGE_DESCRIPTION "cloth, ropes, hair and soft bodies as masses and springs
 The library with its headers, the command line, the scenes and the viewer's page.")
  include(CPack)
endif()
