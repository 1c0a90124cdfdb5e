/* Services of the LibreOffice that lok_init_2 has started in this process. */
#ifndef FILEMILL_OFFICE_HPP
#define FILEMILL_OFFICE_HPP
#include <com/sun/star/lang/XMultiServiceFactory.hpp>
#include <dlfcn.h>
#include <stdexcept>

/* Exported by LibreOffice's libmergedlo, which is loaded at run time; no header of its development package declares it. */
inline com::sun::star::uno::Reference<com::sun::star::lang::XMultiServiceFactory> office_services() {
  using Services = com::sun::star::uno::Reference<com::sun::star::lang::XMultiServiceFactory>;
  void *library = dlopen("libmergedlo.so", RTLD_NOLOAD | RTLD_LAZY);
  auto *services = library ? reinterpret_cast<Services (*)()>(dlsym(library, "_ZN10comphelper24getProcessServiceFactoryEv")) : nullptr;
  if (!services) throw std::runtime_error("LibreOffice has no service factory");
  return services();
}
#endif
