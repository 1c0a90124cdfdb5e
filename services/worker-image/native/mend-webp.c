/* Reads the rows of a truncated WebP: libwebp decodes as far as the bytes go.
 *
 *   readWebp(file): { data, widthPx, heightPx, rows }      undefined for an animation, or if nothing can be read
 *     data: RGBA, row-major, widthPx * heightPx * 4 bytes, of which the first `rows` rows are filled and the others empty.
 */
#include "mend.h"
#include <stdint.h>
#include <stdlib.h>
#include <webp/decode.h>

enum { CHANNELS = 4 };
/* docs/security.md, limits of pictures. */
static const uint64_t MAX_PIXELS = 100000000;

static void release(napi_env env, void *data, void *hint) {
  (void)env, (void)hint;
  free(data);
}

static void set_number(napi_env env, napi_value object, const char *name, int32_t number) {
  napi_value value;
  napi_create_int32(env, number, &value);
  napi_set_named_property(env, object, name, value);
}

napi_value read_webp(napi_env env, napi_callback_info info) {
  napi_value file, answer, data;
  size_t given = 1, size = 0;
  uint8_t *bytes = NULL;
  WebPDecoderConfig config;
  if (napi_get_cb_info(env, info, &given, &file, NULL, NULL) || given != 1 ||
      napi_get_buffer_info(env, file, (void **)&bytes, &size)) {
    napi_throw_type_error(env, NULL, "readWebp");
    return NULL;
  }
  if (!WebPInitDecoderConfig(&config) || WebPGetFeatures(bytes, size, &config.input) != VP8_STATUS_OK ||
      config.input.has_animation)
    return NULL;
  const int width = config.input.width, height = config.input.height;
  if (width < 1 || height < 1 || (uint64_t)width * (uint64_t)height > MAX_PIXELS) {
    napi_throw_error(env, NULL, "exceeds pixel limit");
    return NULL;
  }
  const size_t length = (size_t)width * (size_t)height * CHANNELS;
  uint8_t *pixels = calloc(1, length);
  if (!pixels) {
    napi_throw_error(env, NULL, "out of memory");
    return NULL;
  }
  int rows = 0;
  WebPIDecoder *decoder = WebPINewRGB(MODE_RGBA, pixels, length, width * CHANNELS);
  if (decoder) {
    (void)WebPIUpdate(decoder, bytes, size);
    if (!WebPIDecGetRGB(decoder, &rows, NULL, NULL, NULL)) rows = 0;
    WebPIDelete(decoder);
  }
  if (rows <= 0) {
    free(pixels);
    return NULL;
  }
  napi_create_object(env, &answer);
  napi_create_external_buffer(env, length, pixels, release, NULL, &data);
  napi_set_named_property(env, answer, "data", data);
  set_number(env, answer, "widthPx", width);
  set_number(env, answer, "heightPx", height);
  set_number(env, answer, "rows", rows);
  return answer;
}
