/* The second add-on of the jailed process: what of a damaged or unusual picture can be read. A child loads it only when sharp
 * has complained, so no other process holds these decoders.
 *
 * Ends with its process, as jpeg-webp.c does: what a file that stops in the middle leaves allocated is not collected.
 */
#include "mend.h"

NAPI_MODULE_INIT() {
  const struct {
    const char *name;
    napi_callback call;
  } calls[] = {{"measureJpeg", measure_jpeg}, {"mendTiff", mend_tiff}, {"readWebp", read_webp}};
  for (size_t index = 0; index < sizeof calls / sizeof *calls; index++) {
    napi_value function;
    napi_create_function(env, calls[index].name, NAPI_AUTO_LENGTH, calls[index].call, NULL, &function);
    napi_set_named_property(env, exports, calls[index].name, function);
  }
  return exports;
}
