#pragma once
#define NAPI_VERSION 8
#include <node_api.h>

/* Each is described where it is defined. */
napi_value measure_jpeg(napi_env env, napi_callback_info info);
napi_value mend_tiff(napi_env env, napi_callback_info info);
napi_value read_webp(napi_env env, napi_callback_info info);
