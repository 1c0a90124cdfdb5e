#pragma once
#define NAPI_VERSION 8
#include <node_api.h>

/* See jpeg-webp.c. */
napi_value webp_of_jpeg(napi_env env, napi_callback_info info);
