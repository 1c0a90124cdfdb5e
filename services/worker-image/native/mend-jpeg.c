/* Measures how much of a JPEG can be read, by the decoder's messages and its position when it reports them.
 *
 *   measureJpeg(input): { rows, missing, broken }
 *     rows: of the whole picture. missing: rows after the end of the data; 0: complete; -1: something is lost,
 *     but not whole rows (wrong codes, or an end within one of the later scans, which sharpen the first). broken: the decoder
 *     gave up. Bytes before a marker, a missing end marker and data after the picture are no loss.
 */
#include "mend.h"
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <jpeglib.h>
#include <jerror.h>

enum { LONGEST_PATH = 512, UNKNOWN = -1 };

struct measure {
  struct jpeg_decompress_struct jpeg;
  struct jpeg_error_mgr errors;
  jmp_buf gave_up;
  int missing;
};

static void give_up(j_common_ptr jpeg) {
  longjmp(((struct measure *)jpeg->client_data)->gave_up, 1);
}

static void lose(struct measure *measure, int rows) {
  if (measure->missing == 0 || rows == UNKNOWN) measure->missing = rows;
}

static void on_message(j_common_ptr common, int level) {
  struct measure *measure = common->client_data;
  const j_decompress_ptr jpeg = &measure->jpeg;
  if (level >= 0) return;
  switch (common->err->msg_code) {
  case JWRN_HIT_MARKER: {
    int row = (int)(jpeg->input_iMCU_row * (unsigned)jpeg->max_v_samp_factor * DCTSIZE);
    int left = (int)jpeg->image_height - row;
    int in_first = jpeg->input_scan_number <= 1 && jpeg->restart_interval == 0 && left > 0;
    lose(measure, in_first ? left : UNKNOWN);
    return;
  }
  case JWRN_EXTRANEOUS_DATA:
    /* Harmless between the scans and in the header; before a restart marker data were skipped. */
    if (jpeg->unread_marker >= 0xd0 && jpeg->unread_marker <= 0xd7) lose(measure, UNKNOWN);
    return;
  case JWRN_HUFF_BAD_CODE:
  case JWRN_ARITH_BAD_CODE:
  case JWRN_MUST_RESYNC:
  case JWRN_BOGUS_PROGRESSION:
    lose(measure, UNKNOWN);
    return;
  default:
    return;
  }
}

/* @return 0, or -1 if the decoder gave up */
static int measure_file(FILE *file, struct measure *measure) {
  measure->jpeg.err = jpeg_std_error(&measure->errors);
  measure->jpeg.client_data = measure;
  measure->errors.error_exit = give_up;
  measure->errors.emit_message = on_message;
  if (setjmp(measure->gave_up)) return -1;
  jpeg_create_decompress(&measure->jpeg);
  jpeg_stdio_src(&measure->jpeg, file);
  jpeg_read_header(&measure->jpeg, TRUE);
  /* The stored channels: their meaning does not matter here. */
  measure->jpeg.out_color_space = measure->jpeg.jpeg_color_space;
  measure->jpeg.do_fancy_upsampling = FALSE;
  measure->jpeg.dct_method = JDCT_IFAST;
  jpeg_start_decompress(&measure->jpeg);
  JSAMPARRAY row = measure->jpeg.mem->alloc_sarray((j_common_ptr)&measure->jpeg, JPOOL_IMAGE,
                                                   measure->jpeg.output_width * (JDIMENSION)measure->jpeg.output_components, 1);
  while (measure->jpeg.output_scanline < measure->jpeg.output_height) jpeg_read_scanlines(&measure->jpeg, row, 1);
  return 0;
}

napi_value measure_jpeg(napi_env env, napi_callback_info info) {
  char input[LONGEST_PATH];
  napi_value path, answer, rows, missing, broken;
  size_t given = 1;
  if (napi_get_cb_info(env, info, &given, &path, NULL, NULL) || given != 1 ||
      napi_get_value_string_utf8(env, path, input, sizeof input, NULL)) {
    napi_throw_type_error(env, NULL, "measureJpeg");
    return NULL;
  }
  struct measure *measure = calloc(1, sizeof *measure);
  FILE *file = measure ? fopen(input, "rbe") : NULL;
  if (!file) {
    napi_throw_error(env, NULL, "out of memory, or no such file");
    return NULL;
  }
  int failed = measure_file(file, measure);
  fclose(file);
  napi_create_object(env, &answer);
  napi_create_int32(env, (int32_t)measure->jpeg.image_height, &rows);
  napi_create_int32(env, failed ? UNKNOWN : measure->missing, &missing);
  napi_get_boolean(env, failed != 0, &broken);
  napi_set_named_property(env, answer, "rows", rows);
  napi_set_named_property(env, answer, "missing", missing);
  napi_set_named_property(env, answer, "broken", broken);
  return answer;
}
