/* Reads TIFF with Debian's libtiff: measures how much can be read, and rewrites kinds that sharp's library does not support.
 *
 *   mendTiff(input, output): { pages, rows, missing, rewritten }
 *     pages: those whose directory can be read; rows: of all of them. missing: rows of strips or tiles that do not decode, and
 *     lines of fax with wrong codes; -1: an unknown part is lost. rewritten: `output` was written and has all
 *     pages without compression: as RGB(A) of 8 bits, grey or RGB of 16, RGB of 32-bit float, or with their own samples where only
 *     the order of these is unusual. Otherwise sharp can read the input itself, and there is no output. Throws if not even the
 *     first page can be read.
 *
 * Rewritten are: compressions that are not compiled into sharp (LZMA, ZSTD, old-style JPEG …), CIELAB, odd depths, grey as floating
 * point, 32-bit integers, extra samples besides colours and transparency, and tiles in separate planes. A depth
 * of up to 8 bits becomes RGB by libtiff's colour rules. Profiles and XMP are copied if they are still valid.
 */
#include "mend.h"
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tiffio.h>

enum { MAX_PATH_BYTES = 512, MAX_PAGES = 1000, MESSAGE = 512, UNKNOWN = -1, MAX_SAMPLE = 65535, GREY = 1, COLOURS = 3 };
/* docs/security.md, limits of pictures; and of one decoded page in memory. */
static const uint64_t MAX_PIXELS = 100000000, MAX_BYTES = 1000000000;

struct page {
  uint32_t width, height, strip_rows;
  uint16_t bits, samples, photometric, planar, format, compression, orientation, extras;
  const uint16_t *kinds_of_extras;
  int tiled, alpha;
  /* One flag for each row. */
  uint8_t *lost;
};

/* State of the current file; there is one at a time. */
static struct page *current;
static int errors, loops, faults; /* faults: pages that libtiff's colour rules decode only in part */
static char last_error[MESSAGE];

static void mark_lost(struct page *page, uint32_t from, uint32_t count) {
  for (uint32_t row = from; row < page->height && row - from < count; row++) page->lost[row] = 1;
}

static void on_error(const char *module, const char *format, va_list values) {
  (void)module;
  vsnprintf(last_error, sizeof last_error, format, values);
  if (strstr(last_error, "looping")) loops++;
  errors++;
}

/* "Premature EOL at line 5 of strip 0 (got 32, expected 64)", tif_fax3.c. Other warnings have no visible effect. */
static void on_warning(const char *module, const char *format, va_list values) {
  char text[MESSAGE];
  unsigned line, strip;
  (void)module;
  vsnprintf(text, sizeof text, format, values);
  if (strstr(text, "looping")) loops++;
  const char *place = strstr(text, "at line ");
  if (place && current && sscanf(place, "at line %u of strip %u", &line, &strip) == 2)
    mark_lost(current, strip * current->strip_rows + line, 1);
}

static int read_tags(TIFF *tiff, struct page *page) {
  memset(page, 0, sizeof *page);
  if (!TIFFGetField(tiff, TIFFTAG_IMAGEWIDTH, &page->width) || !TIFFGetField(tiff, TIFFTAG_IMAGELENGTH, &page->height)) return -1;
  TIFFGetFieldDefaulted(tiff, TIFFTAG_BITSPERSAMPLE, &page->bits);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLESPERPIXEL, &page->samples);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_PLANARCONFIG, &page->planar);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLEFORMAT, &page->format);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_COMPRESSION, &page->compression);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_ORIENTATION, &page->orientation);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_ROWSPERSTRIP, &page->strip_rows);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_EXTRASAMPLES, &page->extras, &page->kinds_of_extras);
  if (!TIFFGetField(tiff, TIFFTAG_PHOTOMETRIC, &page->photometric))
    page->photometric = page->samples >= COLOURS ? PHOTOMETRIC_RGB : PHOTOMETRIC_MINISBLACK;
  if (page->strip_rows > page->height) page->strip_rows = page->height;
  page->tiled = TIFFIsTiled(tiff);
  page->alpha = page->extras > 0 && (page->kinds_of_extras[0] == EXTRASAMPLE_ASSOCALPHA || page->kinds_of_extras[0] == EXTRASAMPLE_UNASSALPHA);
  return page->width && page->height && page->samples ? 0 : -1;
}

static int is_too_large(const struct page *page) {
  return (uint64_t)page->width * page->height > MAX_PIXELS;
}

/* Kinds that sharp's library cannot read, or reads as black, in any sample order. */
static int has_unusual_samples(const struct page *page) {
  switch (page->compression) {
  case COMPRESSION_NONE: case COMPRESSION_LZW: case COMPRESSION_ADOBE_DEFLATE: case COMPRESSION_DEFLATE: case COMPRESSION_PACKBITS:
  case COMPRESSION_JPEG: case COMPRESSION_CCITTRLE: case COMPRESSION_CCITTFAX3: case COMPRESSION_CCITTFAX4:
    break;
  default:
    return 1;
  }
  if (page->extras > 1) return 1;
  if (page->photometric == PHOTOMETRIC_YCBCR) return page->compression != COMPRESSION_JPEG;
  if (page->photometric > PHOTOMETRIC_SEPARATED) return 1;
  if (page->format == SAMPLEFORMAT_IEEEFP) return page->photometric != PHOTOMETRIC_RGB || page->bits > 32;
  return !(page->bits <= 2 || page->bits == 4 || page->bits == 8 || page->bits == 16);
}

/* "tiled separate planes not supported", tiff2vips.c. */
static int has_tiled_planes(const struct page *page) {
  return page->tiled && page->planar == PLANARCONFIG_SEPARATE && page->samples > 1;
}

static int is_unusual(const struct page *page) {
  return has_unusual_samples(page) || has_tiled_planes(page);
}

/* Whether only the order of the samples is unusual, so that it is enough to interleave them. */
static int needs_only_order(const struct page *page) {
  return !has_unusual_samples(page) && page->bits % 8 == 0 && page->photometric != PHOTOMETRIC_YCBCR && page->photometric != PHOTOMETRIC_PALETTE;
}

/* One strip or tile of one plane: `rows` rows of `width` pixels, which begin at `left`, `top`. */
struct chunk {
  uint32_t index, left, top, width, rows;
  uint16_t plane;
  size_t row_bytes;
};

static struct chunk chunk_at(TIFF *tiff, const struct page *page, uint32_t index) {
  struct chunk chunk = {.index = index};
  uint32_t chunks_per_plane = page->planar == PLANARCONFIG_SEPARATE ? (page->tiled ? TIFFNumberOfTiles(tiff) : TIFFNumberOfStrips(tiff)) / page->samples : 0;
  uint32_t place = chunks_per_plane ? index % chunks_per_plane : index;
  chunk.plane = chunks_per_plane ? (uint16_t)(index / chunks_per_plane) : 0;
  if (page->tiled) {
    uint32_t width = 1, rows = 1, across;
    TIFFGetField(tiff, TIFFTAG_TILEWIDTH, &width);
    TIFFGetField(tiff, TIFFTAG_TILELENGTH, &rows);
    across = (page->width + width - 1) / width;
    chunk.left = place % across * width;
    chunk.top = place / across * rows;
    chunk.width = width;
    chunk.rows = rows;
    chunk.row_bytes = (size_t)TIFFTileRowSize(tiff);
  } else {
    chunk.top = place * page->strip_rows;
    chunk.width = page->width;
    chunk.rows = page->strip_rows;
    chunk.row_bytes = (size_t)TIFFScanlineSize(tiff);
  }
  return chunk;
}

typedef void (*chunk_handler)(const struct page *page, const struct chunk *chunk, const uint8_t *bytes, void *image);

/* Decodes every strip or tile. @return 0, or -1 for a page whose parts are too large for memory */
static int decode(TIFF *tiff, struct page *page, chunk_handler handle, void *image) {
  tmsize_t size = page->tiled ? TIFFTileSize(tiff) : TIFFStripSize(tiff);
  if (size <= 0 || (uint64_t)size > MAX_BYTES) return -1;
  uint8_t *bytes = malloc((size_t)size);
  if (!bytes) return -1;
  uint32_t count = page->tiled ? TIFFNumberOfTiles(tiff) : TIFFNumberOfStrips(tiff);
  for (uint32_t index = 0; index < count; index++) {
    struct chunk chunk = chunk_at(tiff, page, index);
    if (chunk.top >= page->height) continue;
    memset(bytes, 0, (size_t)size);
    tmsize_t got = page->tiled ? TIFFReadEncodedTile(tiff, index, bytes, size) : TIFFReadEncodedStrip(tiff, index, bytes, size);
    if (got < 0) mark_lost(page, chunk.top, chunk.rows);
    else if (handle) handle(page, &chunk, bytes, image);
  }
  free(bytes);
  return 0;
}

/* A sample of a decoded row as a fraction of its range; the bits of a row follow each other, the highest first. */
static double sample_at(const struct page *page, const uint8_t *row, size_t index) {
  if (page->format == SAMPLEFORMAT_IEEEFP) {
    if (page->bits == 64) {
      double value;
      memcpy(&value, row + index * 8, sizeof value);
      return value;
    }
    if (page->bits == 32) {
      float value;
      memcpy(&value, row + index * 4, sizeof value);
      return value;
    }
    uint16_t half;
    memcpy(&half, row + index * 2, sizeof half);
    int exponent = half >> 10 & 31, fraction = half & 1023;
    double size = exponent == 0 ? fraction / 16777216.0 : exponent == 31 ? 1 : (1024 + fraction) / 1024.0 * (1u << exponent) / 32768.0;
    return half >> 15 ? -size : size;
  }
  if (page->bits == 16 || page->bits == 32) {
    uint32_t value = 0;
    uint16_t narrow;
    if (page->bits == 32) memcpy(&value, row + index * 4, sizeof value);
    else memcpy(&narrow, row + index * 2, sizeof narrow), value = narrow;
    if (page->format == SAMPLEFORMAT_INT) value ^= 1u << (page->bits - 1);
    return value / (page->bits == 32 ? 4294967295.0 : 65535.0);
  }
  uint64_t value = 0;
  for (size_t bit = index * page->bits, end = bit + page->bits; bit < end; bit++) value = value << 1 | (row[bit / 8] >> (7 - bit % 8) & 1);
  return (double)value / (double)(((uint64_t)1 << page->bits) - 1);
}

/* One decoded page: floats, or whole numbers of 16 bits. */
struct image {
  uint16_t channels;
  int is_float;
  void *values;
};

static void copy_samples(const struct page *page, const struct chunk *chunk, const uint8_t *bytes, void *into) {
  const struct image *image = into;
  int separate = page->planar == PLANARCONFIG_SEPARATE;
  int is_grey_float = image->is_float && page->photometric != PHOTOMETRIC_RGB;
  uint16_t per_pixel = separate ? 1 : page->samples, used_channels = is_grey_float ? GREY : image->channels;
  for (uint32_t y = 0; y < chunk->rows && chunk->top + y < page->height; y++)
    for (uint32_t x = 0; x < chunk->width && chunk->left + x < page->width; x++)
      for (uint16_t part = 0; part < per_pixel; part++) {
        uint16_t channel = separate ? chunk->plane : part;
        if (channel >= used_channels) break;
        double value = sample_at(page, bytes + (size_t)y * chunk->row_bytes, (size_t)x * per_pixel + part);
        size_t at = ((size_t)(chunk->top + y) * page->width + chunk->left + x) * image->channels + channel;
        if (page->photometric == PHOTOMETRIC_MINISWHITE && channel == 0) value = 1 - value;
        if (image->is_float) {
          /* sharp reads three-channel floats as linear light. */
          for (uint16_t copy = 0; copy < (is_grey_float ? COLOURS : 1); copy++) ((float *)image->values)[at + copy] = (float)value;
        } else ((uint16_t *)image->values)[at] = (uint16_t)(value <= 0 ? 0 : value >= 1 ? MAX_SAMPLE : value * MAX_SAMPLE + 0.5);
      }
}

/* Whether a profile is for this number of colours: the colour space in its header (ICC.1:2022, 7.2.6). */
static int profile_fits(const uint8_t *profile, uint32_t length, uint16_t colours) {
  return length >= 128 && !memcmp(profile + 16, colours == GREY ? "GRAY" : colours == COLOURS ? "RGB " : "CMYK", 4);
}

static void copy_metadata(TIFF *from, TIFF *to, const struct page *page, uint16_t colours) {
  uint16_t unit;
  uint32_t length;
  float across, down;
  const uint8_t *bytes;
  TIFFSetField(to, TIFFTAG_ORIENTATION, page->orientation);
  if (TIFFGetField(from, TIFFTAG_XRESOLUTION, &across) && TIFFGetField(from, TIFFTAG_YRESOLUTION, &down)) {
    TIFFGetFieldDefaulted(from, TIFFTAG_RESOLUTIONUNIT, &unit);
    TIFFSetField(to, TIFFTAG_XRESOLUTION, across);
    TIFFSetField(to, TIFFTAG_YRESOLUTION, down);
    TIFFSetField(to, TIFFTAG_RESOLUTIONUNIT, unit);
  }
  if (TIFFGetField(from, TIFFTAG_ICCPROFILE, &length, &bytes) && profile_fits(bytes, length, colours))
    TIFFSetField(to, TIFFTAG_ICCPROFILE, length, bytes);
  if (TIFFGetField(from, TIFFTAG_XMLPACKET, &length, &bytes)) TIFFSetField(to, TIFFTAG_XMLPACKET, length, bytes);
}

static int write_rows(TIFF *to, const struct page *page, uint8_t *rows, size_t row_bytes) {
  TIFFSetField(to, TIFFTAG_ROWSPERSTRIP, TIFFDefaultStripSize(to, 0));
  for (uint32_t row = 0; row < page->height; row++)
    if (TIFFWriteScanline(to, rows + row * row_bytes, row, 0) < 0) return -1;
  return TIFFWriteDirectory(to) ? 0 : -1;
}

static int write_page(TIFF *from, TIFF *to, const struct page *page, uint16_t bits, uint16_t format, uint16_t channels, int alpha, void *rows) {
  uint16_t kind = EXTRASAMPLE_ASSOCALPHA, colours = channels - alpha >= COLOURS ? COLOURS : GREY;
  TIFFSetField(to, TIFFTAG_IMAGEWIDTH, page->width);
  TIFFSetField(to, TIFFTAG_IMAGELENGTH, page->height);
  TIFFSetField(to, TIFFTAG_BITSPERSAMPLE, bits);
  TIFFSetField(to, TIFFTAG_SAMPLEFORMAT, format);
  TIFFSetField(to, TIFFTAG_SAMPLESPERPIXEL, channels);
  TIFFSetField(to, TIFFTAG_COMPRESSION, COMPRESSION_NONE);
  TIFFSetField(to, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
  TIFFSetField(to, TIFFTAG_PHOTOMETRIC, colours == COLOURS ? PHOTOMETRIC_RGB : PHOTOMETRIC_MINISBLACK);
  if (alpha && bits > 8) kind = page->kinds_of_extras[0];
  if (alpha) TIFFSetField(to, TIFFTAG_EXTRASAMPLES, 1, &kind);
  copy_metadata(from, to, page, colours);
  return write_rows(to, page, rows, (size_t)page->width * channels * bits / 8);
}

/* @return 0, or -1 if it cannot be read, or -2 if it cannot be written */
static int rewrite_colours(TIFF *tiff, TIFF *to, struct page *page) {
  char why[1024];
  TIFFRGBAImage image;
  if (!TIFFRGBAImageBegin(&image, tiff, 0, why)) return -1;
  /* As stored: the tag is copied too. */
  image.req_orientation = image.orientation;
  size_t count = (size_t)page->width * page->height;
  uint32_t *raster = calloc(count, sizeof *raster);
  int before = errors;
  int whole = raster && TIFFRGBAImageGet(&image, raster, page->width, page->height) && errors == before;
  int alpha = image.alpha != 0;
  TIFFRGBAImageEnd(&image);
  if (!raster) return -1;
  if (!whole) faults++;
  uint8_t *bytes = (uint8_t *)raster;
  uint16_t channels = alpha ? 4 : COLOURS;
  for (size_t pixel = 0; pixel < count && !alpha; pixel++) memmove(bytes + pixel * COLOURS, bytes + pixel * 4, COLOURS);
  int failed = write_page(tiff, to, page, 8, SAMPLEFORMAT_UINT, channels, alpha, raster);
  free(raster);
  return failed ? -2 : 0;
}

static int rewrite_samples(TIFF *tiff, TIFF *to, struct page *page) {
  int is_rgb = page->photometric == PHOTOMETRIC_RGB && page->samples >= COLOURS;
  if (page->photometric > PHOTOMETRIC_RGB || page->bits > 64 || (page->bits > 32 && page->format != SAMPLEFORMAT_IEEEFP) ||
      (page->bits > 16 && page->bits < 32) || (page->format == SAMPLEFORMAT_IEEEFP && page->bits % 16) || page->format > SAMPLEFORMAT_IEEEFP)
    return -1;
  struct image image = {.is_float = page->format == SAMPLEFORMAT_IEEEFP};
  int alpha = page->alpha && !image.is_float && page->samples > (is_rgb ? COLOURS : GREY);
  image.channels = (uint16_t)((is_rgb || image.is_float ? COLOURS : GREY) + alpha);
  uint64_t bytes = (uint64_t)page->width * page->height * image.channels * (image.is_float ? sizeof(float) : sizeof(uint16_t));
  image.values = bytes <= MAX_BYTES ? calloc(1, bytes) : NULL;
  if (!image.values) return -1;
  /* For floating-point grey only the first sample is used. */
  struct page read = *page;
  if (image.is_float && !is_rgb) read.photometric = page->photometric == PHOTOMETRIC_RGB ? PHOTOMETRIC_MINISBLACK : page->photometric;
  int failed = decode(tiff, &read, copy_samples, &image) ? -1
               : write_page(tiff, to, page, image.is_float ? 32 : 16, image.is_float ? SAMPLEFORMAT_IEEEFP : SAMPLEFORMAT_UINT, image.channels, alpha, image.values)
                   ? -2
                   : 0;
  free(image.values);
  return failed;
}

/* Copies the samples unchanged, and interleaves them. */
static void place_samples(const struct page *page, const struct chunk *chunk, const uint8_t *bytes, void *into) {
  size_t sample_bytes = page->bits / 8, pixel_bytes = sample_bytes * page->samples;
  size_t given_bytes = page->planar == PLANARCONFIG_SEPARATE ? sample_bytes : pixel_bytes;
  for (uint32_t y = 0; y < chunk->rows && chunk->top + y < page->height; y++) {
    const uint8_t *from = bytes + (size_t)y * chunk->row_bytes;
    uint8_t *to = (uint8_t *)into + ((size_t)(chunk->top + y) * page->width + chunk->left) * pixel_bytes + chunk->plane * sample_bytes;
    for (uint32_t x = 0; x < chunk->width && chunk->left + x < page->width; x++, from += given_bytes, to += pixel_bytes)
      memcpy(to, from, given_bytes);
  }
}

/* @return 0, or -1 if it cannot be read, or -2 if it cannot be written */
static int rewrite_order(TIFF *tiff, TIFF *to, struct page *page) {
  uint64_t row_bytes = (uint64_t)page->width * page->samples * (page->bits / 8);
  uint8_t *rows = row_bytes * page->height <= MAX_BYTES ? calloc(page->height, row_bytes) : NULL;
  if (!rows) return -1;
  int failed = decode(tiff, page, place_samples, rows);
  if (!failed) {
    TIFFSetField(to, TIFFTAG_IMAGEWIDTH, page->width);
    TIFFSetField(to, TIFFTAG_IMAGELENGTH, page->height);
    TIFFSetField(to, TIFFTAG_BITSPERSAMPLE, page->bits);
    TIFFSetField(to, TIFFTAG_SAMPLEFORMAT, page->format);
    TIFFSetField(to, TIFFTAG_SAMPLESPERPIXEL, page->samples);
    TIFFSetField(to, TIFFTAG_COMPRESSION, COMPRESSION_NONE);
    TIFFSetField(to, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
    TIFFSetField(to, TIFFTAG_PHOTOMETRIC, page->photometric);
    if (page->extras) TIFFSetField(to, TIFFTAG_EXTRASAMPLES, page->extras, page->kinds_of_extras);
    copy_metadata(tiff, to, page, (uint16_t)(page->samples - page->extras));
    if (write_rows(to, page, rows, row_bytes)) failed = -2;
  }
  free(rows);
  return failed;
}

struct found {
  uint32_t pages, rows;
  int32_t missing;
  /* Another page should follow the last readable one. */
  int more;
  int unusual, too_large;
};

/* Reads all pages, and writes them if there is an output. @return 0, -1: nothing can be read, -2: it cannot be written */
static int read_pages(TIFF *tiff, TIFF *to, struct found *found) {
  *found = (struct found){0};
  do {
    struct page page;
    if (read_tags(tiff, &page)) break;
    if (is_too_large(&page)) found->too_large = 1;
    if (found->too_large) return -1;
    page.lost = calloc(page.height, 1);
    if (!page.lost) return -1;
    current = &page;
    found->unusual |= is_unusual(&page);
    int failed = decode(tiff, &page, NULL, NULL);
    if (to && !failed) {
      current = NULL;
      int is_8_bit = page.format != SAMPLEFORMAT_IEEEFP && (page.bits <= 2 || page.bits == 4 || page.bits == 8);
      int by_colours = is_8_bit || page.photometric == PHOTOMETRIC_YCBCR || page.photometric == PHOTOMETRIC_CIELAB;
      failed = needs_only_order(&page) ? rewrite_order(tiff, to, &page)
               : by_colours            ? rewrite_colours(tiff, to, &page)
                                       : rewrite_samples(tiff, to, &page);
    }
    current = NULL;
    if (failed && (failed == -2 || !found->pages)) return free(page.lost), failed;
    found->pages++;
    found->rows += page.height;
    for (uint32_t row = 0; row < page.height; row++) found->missing += page.lost[row] || failed;
    free(page.lost);
    found->more = !TIFFLastDirectory(tiff);
  } while (found->pages < MAX_PAGES && TIFFReadDirectory(tiff));
  return found->pages ? 0 : -1;
}

static void set_number(napi_env env, napi_value object, const char *name, double number) {
  napi_value value;
  napi_create_double(env, number, &value);
  napi_set_named_property(env, object, name, value);
}

static napi_value fail(napi_env env, const char *why) {
  napi_throw_error(env, NULL, why);
  return NULL;
}

napi_value mend_tiff(napi_env env, napi_callback_info info) {
  char input[MAX_PATH_BYTES], output[MAX_PATH_BYTES];
  napi_value values[2], answer, rewritten;
  size_t argument_count = 2;
  struct found found;
  if (napi_get_cb_info(env, info, &argument_count, values, NULL, NULL) || argument_count != 2 ||
      napi_get_value_string_utf8(env, values[0], input, sizeof input, NULL) ||
      napi_get_value_string_utf8(env, values[1], output, sizeof output, NULL)) {
    napi_throw_type_error(env, NULL, "mendTiff");
    return NULL;
  }
  TIFFSetErrorHandler(on_error);
  TIFFSetWarningHandler(on_warning);
  TIFF *tiff = TIFFOpen(input, "r");
  if (!tiff || read_pages(tiff, NULL, &found))
    return fail(env, tiff && found.too_large ? "exceeds pixel limit" : last_error);
  int unusual = found.unusual, missing = found.missing;
  int is_broken = found.more && !loops && found.pages < MAX_PAGES;
  if (unusual) {
    TIFF *to = TIFFOpen(output, "w");
    int failed = !to || !TIFFSetDirectory(tiff, 0) ? -2 : read_pages(tiff, to, &found);
    if (to) TIFFClose(to);
    if (failed) return fail(env, failed == -2 ? "the pages cannot be written" : last_error);
    missing = found.missing;
  }
  TIFFClose(tiff);
  napi_create_object(env, &answer);
  set_number(env, answer, "pages", found.pages);
  set_number(env, answer, "rows", found.rows);
  set_number(env, answer, "missing", missing == 0 && (is_broken || faults) ? UNKNOWN : missing);
  napi_get_boolean(env, unusual != 0, &rewritten);
  napi_set_named_property(env, answer, "rewritten", rewritten);
  return answer;
}
