/* The second add-on of the jailed process, which reads damaged and unusual pictures. A child loads it only after sharp has
 * reported a fault, so that no other process contains these decoders.
 *
 * As in jpeg-webp.c, memory that an aborted decoding leaves allocated is not freed, because the process ends with the job.
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
