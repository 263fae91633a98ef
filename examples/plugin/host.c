/* Loads the plugin: host ./libcloth_plugin.so */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

int main(int argument_count, char** arguments) {
  void* plugin = argument_count > 1 ? dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL) : NULL;
  if (!plugin) return puts(argument_count > 1 ? dlerror() : "usage: host PLUGIN"), 1;
  int (*front_edge)(int, double*);
  void* symbol = dlsym(plugin, "front_edge");
  if (!symbol) return puts(dlerror()), 1;
  memcpy(&front_edge, &symbol, sizeof symbol);

  double position[3];
  if (!front_edge(120, position)) return 1;
  printf("after 2 s the front edge hangs at %.3f %.3f %.3f\n", position[0], position[1], position[2]);
  return dlclose(plugin);
}
