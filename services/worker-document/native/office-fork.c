/* A fork server over LibreOfficeKit: LibreOffice is loaded and warmed up once, then every job runs in a forked child that
 * is confined, loads one file, saves one file and ends. The parent never opens a file of a user: it forks, listens and kills.
 * It runs inside the worker's jail, one server per slot, one job at a time.
 *
 *   office-fork <settings.xcu> <read folder> <write folder> [sample...]
 *
 * The read folder (the job's input) and the write folder (its output and temporary files) are emptied by the caller between
 * jobs. TMPDIR must be the write folder. Lines on stdin, fields separated by tabs:
 *   job <input path> <output path> <import filters> <import options> <export filter> <export options> <mode> <page setup>
 *       <wall ms> <cpu s> <address space bytes> <file bytes>
 *   cancel
 * The import filters are separated by | and tried in turn; the mode is letters of document.h, the page setup numbers.
 * Lines on stdout:
 *   ready <Landlock version, 0 = the kernel has none>
 *   progress <percent>
 *   done <saved|load|save|empty|sheet|confine|timeout|cancelled|full|crashed> <wall ms> <peak resident kB>
 * A sample has the first eight of these fields, from the input path to the page setup.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "confine.h"
#include "descriptors.h"
#include "document.h"
#define LOK_USE_UNSTABLE_API
#include <LibreOfficeKit/LibreOfficeKitInit.h>

#ifndef OFFICE_PROGRAM
#define OFFICE_PROGRAM "/usr/lib/libreoffice/program"
#endif
#define PROFILE "/tmp/office-profile"

enum { CONFINE_FAILED = 12 };

struct job {
  struct document document;
  long long wall_ms, cpu_s, address_bytes, file_bytes;
};

static const char *read_folder, *write_folder;
static char **samples;
static int percent_pipe = -1; /* in a child: one byte per change, 0 to 100 */

static long long now_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000LL + t.tv_nsec / 1000000;
}

static void on_percent(int percent) {
  unsigned char value = (unsigned char)percent;
  if (percent_pipe >= 0 && write(percent_pipe, &value, 1) < 0) percent_pipe = -1; /* the parent has ended */
}

static void limit(int what, long long value) {
  struct rlimit soft_and_hard = {value, value};
  setrlimit(what, &soft_and_hard);
}

/* Everything that a child does. It frees nothing: its memory ends with it, and the caller removes its files. */
static void run_child(const struct job *job, int pipe_end) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  close(STDIN_FILENO); /* only the parent reads jobs and writes answers */
  dup2(STDERR_FILENO, STDOUT_FILENO);
  percent_pipe = pipe_end;
  if (own_descriptors(pipe_end, write_folder)) {
    perror("descriptors");
    _exit(CONFINE_FAILED);
  }
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_AS, job->address_bytes);
  limit(RLIMIT_FSIZE, job->file_bytes);
  signal(SIGXCPU, SIG_DFL); /* LibreOffice would turn these two into an abort */
  signal(SIGXFSZ, SIG_DFL);
  setrlimit(RLIMIT_CPU, &(struct rlimit){job->cpu_s, job->cpu_s + 1});
  const char *readable[] = {"/usr", "/etc", "/proc", "/dev", PROFILE, read_folder, NULL};
  if (confine_files(readable, write_folder) || confine_calls()) {
    perror("confine");
    _exit(CONFINE_FAILED);
  }
  _exit(document_convert(&job->document, on_percent));
}

static void report_progress(int pipe_end) {
  unsigned char values[256];
  ssize_t count = read(pipe_end, values, sizeof values);
  if (count > 0 && values[count - 1] <= 100) printf("progress\t%d\n", values[count - 1]), fflush(stdout);
}

static const char *outcome_of(int status) {
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU) return "timeout";
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXFSZ) return "full";
  if (!WIFEXITED(status)) return "crashed";
  switch (WEXITSTATUS(status)) {
    case DOCUMENT_SAVED: return "saved";
    case DOCUMENT_LOAD_FAILED: return "load";
    case DOCUMENT_SAVE_FAILED: return "save";
    case DOCUMENT_EMPTY: return "empty";
    case DOCUMENT_NO_SHEET: return "sheet";
    case CONFINE_FAILED: return "confine";
    default: return "crashed"; /* LibreOffice calls exit() when memory runs out */
  }
}

/* One line of stdin without its end, or NULL when the caller has ended. Later bytes are kept for the next call. */
static char *read_line(void) {
  static char buffer[16384];
  static size_t used, taken;
  memmove(buffer, buffer + taken, used - taken);
  used -= taken, taken = 0;
  for (;;) {
    char *end = memchr(buffer, '\n', used);
    if (end) {
      *end = 0;
      taken = end - buffer + 1;
      return buffer;
    }
    ssize_t count = used < sizeof buffer ? read(STDIN_FILENO, buffer + used, sizeof buffer - used) : 0;
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return NULL;
    used += count;
  }
}

enum { DOCUMENT_FIELDS = 8, LIMIT_FIELDS = 4 };

/* Splits the line into its fields. */
static int split_fields(char *line, char **field, int count) {
  for (int i = 0; i < count; i++)
    if (!(field[i] = strsep(&line, "\t"))) return -1;
  return 0;
}

static struct document document_of(char **field) {
  return (struct document){field[0], field[1], field[2], field[3], field[4], field[5], field[6], field[7]};
}

static int parse(char *line, struct job *job) {
  char *field[1 + DOCUMENT_FIELDS + LIMIT_FIELDS];
  if (split_fields(line, field, 1 + DOCUMENT_FIELDS + LIMIT_FIELDS) || strcmp(field[0], "job")) return -1;
  char **limits = field + 1 + DOCUMENT_FIELDS;
  *job = (struct job){document_of(field + 1), atoll(limits[0]), atoll(limits[1]), atoll(limits[2]), atoll(limits[3])};
  return 0;
}

/* Forks, passes the percentage on, kills at the time limit or on request, and answers when the child has ended. */
static void run_job(const struct job *job) {
  int progress[2];
  const char *end_reason = NULL;
  long long start = now_ms();
  if (pipe2(progress, O_CLOEXEC)) _exit(EXIT_FAILURE);
  pid_t child = fork();
  if (child < 0) _exit(EXIT_FAILURE); /* the caller starts a fresh server */
  if (child == 0) {
    close(progress[0]);
    run_child(job, progress[1]);
  }
  close(progress[1]);
  int child_fd = syscall(SYS_pidfd_open, child, 0);
  struct pollfd events[] = {{child_fd, POLLIN, 0}, {progress[0], POLLIN, 0}, {STDIN_FILENO, POLLIN, 0}};
  for (;;) {
    long long left = start + job->wall_ms - now_ms();
    int ready = end_reason ? poll(events, 1, -1) : poll(events, 3, left > 0 ? left : 0);
    if (ready < 0 && errno != EINTR) _exit(EXIT_FAILURE);
    if (events[0].revents) break;
    if (ready == 0) end_reason = "timeout";
    if (events[1].revents & POLLIN) report_progress(progress[0]);
    else if (events[1].revents) events[1].fd = -1;
    if (events[2].revents) {
      char *line = read_line();
      if (!line) _exit(EXIT_FAILURE); /* the worker has ended; the child ends with its parent */
      if (!strcmp(line, "cancel")) end_reason = "cancelled";
    }
    if (end_reason) kill(child, SIGKILL);
  }
  int status;
  struct rusage used;
  wait4(child, &status, 0, &used);
  close(child_fd);
  close(progress[0]);
  printf("done\t%s\t%lld\t%ld\n", end_reason ? end_reason : outcome_of(status), now_ms() - start, used.ru_maxrss);
  fflush(stdout);
}

static void warm_up(void) {
  for (char **sample = samples; *sample; sample++) {
    char *field[DOCUMENT_FIELDS];
    if (split_fields(*sample, field, DOCUMENT_FIELDS)) _exit(EXIT_FAILURE);
    struct document document = document_of(field);
    if (document_convert(&document, on_percent)) _exit(EXIT_FAILURE);
    unlink(document.output);
  }
}

/* LibreOffice calls this when it is idle, even during a load, which must continue. */
static int on_poll(void *closure, int microseconds) {
  static int serving;
  (void)closure, (void)microseconds;
  if (serving++) return 0;
  warm_up();
  printf("ready\t%d\n", landlock_version());
  fflush(stdout);
  for (char *line; (line = read_line());) {
    struct job job;
    /* A cancel that arrives after the end of its job is ignored. */
    if (!parse(line, &job)) run_job(&job);
  }
  _exit(EXIT_SUCCESS);
}

static void on_wake(void *closure) { (void)closure; }

/* LibreOffice reads its profile when it starts, and writes to it, so each server has its own. */
static int make_profile(const char *settings) {
  char buffer[65536];
  FILE *from = fopen(settings, "r");
  if (!from || mkdir(PROFILE, 0700) || mkdir(PROFILE "/user", 0700)) return -1;
  FILE *to = fopen(PROFILE "/user/registrymodifications.xcu", "w");
  if (!to) return -1;
  for (size_t count; (count = fread(buffer, 1, sizeof buffer, from));) fwrite(buffer, 1, count, to);
  return fclose(from) | fclose(to);
}

int main(int count, char **values) {
  if (count < 4) return 2;
  read_folder = values[2], write_folder = values[3], samples = values + 4;
  signal(SIGPIPE, SIG_IGN);
  setenv("SAL_USE_VCLPLUGIN", "svp", 1);
  setenv("SAL_LOK_OPTIONS", "unipoll", 1); /* everything in one thread, because a fork copies only the calling thread */
  if (make_profile(values[1])) return perror("profile"), 3;
  LibreOfficeKit *office = lok_init_2(OFFICE_PROGRAM, "file://" PROFILE);
  if (!office) return fputs("LibreOffice does not start\n", stderr), 4;
  office->pClass->runLoop(office, on_poll, on_wake, &office); /* with a NULL closure it never calls back */
  return 5;
}
