#pragma once
#define NAPI_VERSION 8
#include <node_api.h>

/* See the definition of each. */
napi_value measure_jpeg(napi_env env, napi_callback_info info);
napi_value mend_tiff(napi_env env, napi_callback_info info);
napi_value read_webp(napi_env env, napi_callback_info info);
