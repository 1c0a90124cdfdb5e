/* Lets a Node process fork: sharp is loaded once, then every picture is converted in a child that is confined, uses the two
 * folders of one job and ends. The parent never opens a file of a user: it forks, passes on the child's output, and waits.
 *
 *   landlock(): version, 0 = the kernel has none
 *   fork(readable: string[], writable: string, cpu_s: number): { pid, output } in the parent, where `output` is the read end
 *     of the child's standard output; undefined in the child
 *   wait(pid): exit code, or minus the number of the signal that ended it
 *   webpOfJpeg(...): see jpeg-webp.c
 *   exit(): ends the child at once; a child must not end in any other way, since Node would wait for threads that it
 *     does not have
 *
 * Only the thread that calls fork exists in the child. So the parent is started with V8's helper threads off, and must
 * not have run a pipeline of libvips, whose idle threads the child would wait for. libuv restarts its own pool.
 */
#define _GNU_SOURCE
#define NAPI_VERSION 8
#include <errno.h>
#include <node_api.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include "confine.h"
#include "descriptors.h"
#include "jpeg-webp.h"

/* A function of libuv, which Node exports; node-api-headers lacks its header. */
int uv_loop_fork(struct uv_loop_s *loop);

enum { CONFINE_FAILED = 12, MAX_FOLDERS = 16, MAX_PATH_BYTES = 512 };

static napi_value throw_error(napi_env env, const char *what) {
  char message[128];
  snprintf(message, sizeof message, "%s: %s", what, strerror(errno));
  napi_throw_error(env, NULL, message);
  return NULL;
}

/* V8 excludes its heap from children (MADV_DONTFORK), which are usually other programs; here the child continues with it. */
static int share_heap(void) {
  FILE *maps = fopen("/proc/self/maps", "re");
  if (!maps) return -1;
  char line[MAX_PATH_BYTES + 128], rights[8];
  unsigned long from, to;
  while (fgets(line, sizeof line, maps))
    if (sscanf(line, "%lx-%lx %7s", &from, &to, rights) == 3 && rights[3] == 'p')
      madvise((void *)from, to - from, MADV_DOFORK); /* fails only for the kernel's own pages */
  return fclose(maps);
}

/* Only the parent reads jobs: the child reads nothing, and writes to its own pipe. */
static int replace_streams(int output) {
  int dev_null = open("/dev/null", O_RDONLY | O_CLOEXEC);
  return dev_null < 0 || dup2(dev_null, STDIN_FILENO) < 0 || dup2(output, STDOUT_FILENO) < 0 ||
         close(dev_null) || close(output);
}

/* Any failure ends the child, which has read nothing of a job yet. */
static void become_child(const char *const *readable, const char *writable, rlim_t cpu_s, int output, struct uv_loop_s *loop) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (setrlimit(RLIMIT_CPU, &(struct rlimit){cpu_s, cpu_s + 1}) || replace_streams(output) ||
      own_descriptors(STDOUT_FILENO, writable) || uv_loop_fork(loop) || confine_files(readable, writable) || confine_calls()) {
    perror("confine");
    _exit(CONFINE_FAILED);
  }
}

static napi_value child_object(napi_env env, pid_t child, int output) {
  napi_value result, pid, end;
  napi_create_object(env, &result);
  napi_create_int32(env, child, &pid);
  napi_create_int32(env, output, &end);
  napi_set_named_property(env, result, "pid", pid);
  napi_set_named_property(env, result, "output", end);
  return result;
}

static napi_value fork_here(napi_env env, napi_callback_info info) {
  static char paths[MAX_FOLDERS][MAX_PATH_BYTES], writable[MAX_PATH_BYTES];
  const char *readable[MAX_FOLDERS + 1] = {NULL};
  napi_value values[3], path, nothing;
  size_t argument_count = 3;
  uint32_t folders = 0, cpu_s;
  struct uv_loop_s *loop;
  errno = EINVAL;
  if (napi_get_cb_info(env, info, &argument_count, values, NULL, NULL) || argument_count != 3 || napi_get_uv_event_loop(env, &loop) ||
      napi_get_array_length(env, values[0], &folders) || folders > MAX_FOLDERS ||
      napi_get_value_string_utf8(env, values[1], writable, sizeof writable, NULL) || napi_get_value_uint32(env, values[2], &cpu_s))
    return throw_error(env, "fork");
  for (uint32_t index = 0; index < folders; index++) {
    if (napi_get_element(env, values[0], index, &path) ||
        napi_get_value_string_utf8(env, path, paths[index], sizeof paths[index], NULL))
      return throw_error(env, "fork");
    readable[index] = paths[index];
  }
  int output[2];
  if (share_heap() || pipe2(output, O_CLOEXEC)) return throw_error(env, "fork");
  pid_t child = fork();
  if (child < 0) return throw_error(env, "fork");
  if (child > 0) {
    close(output[1]);
    return child_object(env, child, output[0]);
  }
  close(output[0]);
  become_child(readable, writable, cpu_s, output[1], loop);
  napi_get_undefined(env, &nothing);
  return nothing;
}

static napi_value wait_for(napi_env env, napi_callback_info info) {
  napi_value value, result;
  size_t argument_count = 1;
  int32_t pid;
  int status;
  if (napi_get_cb_info(env, info, &argument_count, &value, NULL, NULL) || napi_get_value_int32(env, value, &pid)) {
    errno = EINVAL;
    return throw_error(env, "wait");
  }
  while (waitpid(pid, &status, 0) < 0)
    if (errno != EINTR) return throw_error(env, "wait");
  napi_create_int32(env, WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status), &result);
  return result;
}

static napi_value landlock(napi_env env, napi_callback_info info) {
  (void)info;
  napi_value version;
  napi_create_int32(env, landlock_version(), &version);
  return version;
}

static napi_value end(napi_env env, napi_callback_info info) {
  (void)env, (void)info;
  _exit(EXIT_SUCCESS);
}

NAPI_MODULE_INIT() {
  const struct {
    const char *name;
    napi_callback call;
  } calls[] = {{"landlock", landlock}, {"fork", fork_here}, {"wait", wait_for}, {"exit", end},
               {"webpOfJpeg", webp_of_jpeg}};
  for (size_t index = 0; index < sizeof calls / sizeof *calls; index++) {
    napi_value function;
    napi_create_function(env, calls[index].name, NAPI_AUTO_LENGTH, calls[index].call, NULL, &function);
    napi_set_named_property(env, exports, calls[index].name, function);
  }
  return exports;
}
