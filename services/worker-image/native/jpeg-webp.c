/* Converts JPEG to WebP in YCbCr: both formats store a photo as one plane of brightness and two of colour at half the
 * resolution. Through RGB, the colour planes would be enlarged, converted, converted back and reduced again, which takes a
 * sixth of the time and loses some quality. Only the range of the values differs (JFIF 0 to 255; VP8 16 to 235 and 16 to 240).
 *
 *   webpOfJpeg(input, output, quality, effort, orientation, icc, exif, xmp): { widthPx, heightPx } as written, upright.
 *     undefined for everything except a plain photo (three components with colour at half the resolution, in one scan, without
 *     a warning of the decoder): the caller then uses sharp, which also reports errors.
 *     The last three are Buffers, or undefined.
 *
 * Memory that an aborted decoding leaves allocated is not freed, because the process ends with the job.
 */
#include "jpeg-webp.h"
#include <errno.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <jpeglib.h>
#include <webp/encode.h>
#include <webp/mux.h>

enum { MCU = 16, PLANES = 3, METADATA_CHUNKS = 3, MAX_PATH_BYTES = 512, TILE = 16 };

struct plane {
  uint8_t *values;
  int width, height, stride;
};

struct photo {
  int width, height;
  struct plane planes[PLANES];
};

struct decoder {
  struct jpeg_decompress_struct jpeg;
  struct jpeg_error_mgr errors;
  jmp_buf on_abort;
};

static void abort_decoding(j_common_ptr jpeg) {
  longjmp(((struct decoder *)jpeg->client_data)->on_abort, 1);
}

/* A warning means a damaged file. */
static void on_message(j_common_ptr jpeg, int level) {
  if (level < 0) abort_decoding(jpeg);
}

static int is_plain(j_decompress_ptr jpeg) {
  const jpeg_component_info *part = jpeg->comp_info;
  return jpeg->num_components == PLANES && jpeg->jpeg_color_space == JCS_YCbCr && jpeg->data_precision == 8 &&
         part[0].h_samp_factor == 2 && part[0].v_samp_factor == 2 && part[1].h_samp_factor == 1 &&
         part[1].v_samp_factor == 1 && part[2].h_samp_factor == 1 && part[2].v_samp_factor == 1 &&
         !jpeg_has_multiple_scans(jpeg) && jpeg->image_width <= WEBP_MAX_DIMENSION && jpeg->image_height <= WEBP_MAX_DIMENSION;
}

/* Room for whole blocks, which the decoder writes; aligned to a cache line. */
static int make_plane(struct plane *plane, int width, int height) {
  plane->width = width;
  plane->height = height;
  plane->stride = (width + MCU - 1) / MCU * MCU;
  plane->values = aligned_alloc(64, ((size_t)plane->stride * (size_t)((height + MCU - 1) / MCU * MCU) + 63) / 64 * 64);
  return plane->values ? 0 : -1;
}

static int make_photo(struct photo *photo, int width, int height) {
  photo->width = width;
  photo->height = height;
  for (int index = 0; index < PLANES; index++) {
    int step = index ? 2 : 1;
    if (make_plane(&photo->planes[index], (width + step - 1) / step, (height + step - 1) / step)) return -1;
  }
  return 0;
}

/* Chroma is centred at 128 in both. */
static void make_ranges(uint8_t ranges[2][256]) {
  for (int value = 0; value < 256; value++) {
    int colour = (value - 128) * 224;
    ranges[0][value] = (uint8_t)(16 + (value * 219 + 127) / 255);
    ranges[1][value] = (uint8_t)(128 + (colour + (colour < 0 ? -127 : 127)) / 255);
  }
}

static void read_rows(j_decompress_ptr jpeg, struct photo *photo, uint8_t ranges[2][256], int top) {
  JSAMPROW rows[PLANES][MCU];
  JSAMPARRAY all[PLANES] = {rows[0], rows[1], rows[2]};
  for (int index = 0; index < PLANES; index++) {
    const struct plane *plane = &photo->planes[index];
    int count = index ? MCU / 2 : MCU;
    for (int row = 0; row < count; row++)
      rows[index][row] = plane->values + (size_t)(top / MCU * count + row) * (size_t)plane->stride;
  }
  if (jpeg_read_raw_data(jpeg, all, MCU) != MCU) abort_decoding((j_common_ptr)jpeg);
  for (int index = 0; index < PLANES; index++) {
    const uint8_t *range = ranges[index > 0];
    for (int row = 0; row < (index ? MCU / 2 : MCU); row++)
      for (int column = 0; column < photo->planes[index].stride; column++)
        rows[index][row][column] = range[rows[index][row][column]];
  }
}

/* @return 0, and the photo as stored, in VP8's ranges */
static int decode(const char *path, struct photo *photo) {
  struct decoder decoder;
  uint8_t ranges[2][256];
  FILE *file = fopen(path, "rbe");
  if (!file) return -1;
  decoder.jpeg.err = jpeg_std_error(&decoder.errors);
  decoder.jpeg.client_data = &decoder;
  decoder.errors.error_exit = abort_decoding;
  decoder.errors.emit_message = on_message;
  make_ranges(ranges);
  if (setjmp(decoder.on_abort)) {
    fclose(file);
    return -1;
  }
  jpeg_create_decompress(&decoder.jpeg);
  jpeg_stdio_src(&decoder.jpeg, file);
  jpeg_read_header(&decoder.jpeg, TRUE);
  if (!is_plain(&decoder.jpeg) || make_photo(photo, (int)decoder.jpeg.image_width, (int)decoder.jpeg.image_height))
    abort_decoding((j_common_ptr)&decoder.jpeg);
  decoder.jpeg.raw_data_out = TRUE;
  jpeg_start_decompress(&decoder.jpeg);
  for (int top = 0; top < photo->height; top += MCU) read_rows(&decoder.jpeg, photo, ranges, top);
  jpeg_finish_decompress(&decoder.jpeg);
  jpeg_destroy_decompress(&decoder.jpeg);
  fclose(file);
  return 0;
}

/* EXIF orientations: 2 to 4 mirror and rotate by 180 degrees, 5 to 8 also swap width and height. */
static int orient_plane(const struct plane *from, struct plane *to, int orientation) {
  int swaps_sides = orientation >= 5;
  int mirrors_x = orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8;
  int mirrors_y = orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;
  if (make_plane(to, swaps_sides ? from->height : from->width, swaps_sides ? from->width : from->height)) return -1;
  /* In tiles, because rows become columns. */
  for (int top = 0; top < to->height; top += TILE)
    for (int left = 0; left < to->width; left += TILE)
      for (int y = top; y < top + TILE && y < to->height; y++)
        for (int x = left; x < left + TILE && x < to->width; x++) {
          int column = swaps_sides ? y : x, row = swaps_sides ? x : y;
          if (mirrors_x) column = from->width - 1 - column;
          if (mirrors_y) row = from->height - 1 - row;
          to->values[(size_t)y * (size_t)to->stride + (size_t)x] =
              from->values[(size_t)row * (size_t)from->stride + (size_t)column];
        }
  return 0;
}

/* @return 0, and the upright photo; fails for an odd width or height, whose colour would be shifted by half a pixel */
static int orient(struct photo *photo, int orientation) {
  if (orientation == 1) return 0;
  if (orientation < 1 || orientation > 8 || photo->width % 2 || photo->height % 2) return -1;
  for (int index = 0; index < PLANES; index++) {
    struct plane oriented;
    if (orient_plane(&photo->planes[index], &oriented, orientation)) return -1;
    free(photo->planes[index].values);
    photo->planes[index] = oriented;
  }
  photo->width = photo->planes[0].width;
  photo->height = photo->planes[0].height;
  return 0;
}

static int encode(struct photo *photo, float quality, int effort, WebPMemoryWriter *written) {
  WebPConfig config;
  WebPPicture picture;
  if (!WebPConfigPreset(&config, WEBP_PRESET_DEFAULT, quality) || !WebPPictureInit(&picture)) return -1;
  config.method = effort;
  picture.width = photo->width;
  picture.height = photo->height;
  picture.y = photo->planes[0].values;
  picture.u = photo->planes[1].values;
  picture.v = photo->planes[2].values;
  picture.y_stride = photo->planes[0].stride;
  picture.uv_stride = photo->planes[1].stride;
  picture.writer = WebPMemoryWrite;
  picture.custom_ptr = written;
  return WebPEncode(&config, &picture) ? 0 : -1;
}

static int write_file(const char *path, const WebPMemoryWriter *image, const WebPData metadata[METADATA_CHUNKS]) {
  static const char *const NAMES[] = {"ICCP", "EXIF", "XMP "};
  WebPData bytes = {image->mem, image->size}, whole = bytes;
  if (metadata[0].size || metadata[1].size || metadata[2].size) {
    WebPMux *mux = WebPMuxCreate(&bytes, 0);
    if (!mux) return -1;
    for (int index = 0; index < METADATA_CHUNKS; index++)
      if (metadata[index].size && WebPMuxSetChunk(mux, NAMES[index], &metadata[index], 0) != WEBP_MUX_OK) return -1;
    if (WebPMuxAssemble(mux, &whole) != WEBP_MUX_OK) return -1;
  }
  FILE *file = fopen(path, "wbe");
  if (!file) return -1;
  int failed = fwrite(whole.bytes, 1, whole.size, file) != whole.size;
  return fclose(file) || failed ? -1 : 0;
}

static int bytes_of(napi_env env, napi_value value, WebPData *bytes) {
  napi_valuetype type;
  *bytes = (WebPData){NULL, 0};
  if (napi_typeof(env, value, &type)) return -1;
  return type == napi_undefined ? 0 : napi_get_buffer_info(env, value, (void **)&bytes->bytes, &bytes->size);
}

napi_value webp_of_jpeg(napi_env env, napi_callback_info info) {
  char input[MAX_PATH_BYTES], output[MAX_PATH_BYTES];
  napi_value values[8], size, width, height;
  size_t argument_count = 8;
  int32_t quality, effort, orientation;
  WebPData metadata[METADATA_CHUNKS];
  if (napi_get_cb_info(env, info, &argument_count, values, NULL, NULL) || argument_count != 8 ||
      napi_get_value_string_utf8(env, values[0], input, sizeof input, NULL) ||
      napi_get_value_string_utf8(env, values[1], output, sizeof output, NULL) ||
      napi_get_value_int32(env, values[2], &quality) || napi_get_value_int32(env, values[3], &effort) ||
      napi_get_value_int32(env, values[4], &orientation) || bytes_of(env, values[5], &metadata[0]) ||
      bytes_of(env, values[6], &metadata[1]) || bytes_of(env, values[7], &metadata[2])) {
    napi_throw_type_error(env, NULL, "webpOfJpeg");
    return NULL;
  }
  struct photo photo;
  WebPMemoryWriter image;
  WebPMemoryWriterInit(&image);
  if (decode(input, &photo) || orient(&photo, orientation) || encode(&photo, (float)quality, effort, &image)) return NULL;
  if (write_file(output, &image, metadata)) {
    napi_throw_error(env, NULL, "the picture cannot be written");
    return NULL;
  }
  napi_create_object(env, &size);
  napi_create_int32(env, photo.width, &width);
  napi_create_int32(env, photo.height, &height);
  napi_set_named_property(env, size, "widthPx", width);
  napi_set_named_property(env, size, "heightPx", height);
  return size;
}
