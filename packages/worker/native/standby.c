/*
 * Makes a program wait for its arguments with all its libraries loaded: preloaded into it (LD_PRELOAD), and meant for
 * programs whose libraries take longer to load than a job takes (ffmpeg's: 80 ms of 140).
 *
 * Once everything is loaded and before `main`, the program named by STANDBY_PROGRAM reads standard input to its end: its
 * arguments, each ended by a NUL, without the program's name. It then has an empty standard input and runs as if it
 * had been started with them. End of input without arguments ends it. Other programs with this preloaded (such as prlimit,
 * which starts the program in the jail) are not affected.
 *
 * It runs in the jail, before any uploaded file is there.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The limit of execve(2) for one program. */
#define MAX_BYTES (128 * 1024)
#define MAX_ARGUMENTS 4096
#define EXIT_MISUSED 125

typedef int (*main_function)(int, char **, char **);
typedef int (*start_function)(main_function, int, char **, void (*)(void), void (*)(void), void (*)(void), void *);

static main_function program_main;
static char text[MAX_BYTES];
static char *arguments[MAX_ARGUMENTS + 2];

/* All of standard input; -1 if it is too long or does not end with a NUL. */
static ssize_t read_all(void) {
  size_t length = 0;
  for (;;) {
    ssize_t got = read(STDIN_FILENO, text + length, sizeof text - length);
    if (got < 0) return -1;
    if (got == 0) return length == 0 || text[length - 1] == '\0' ? (ssize_t)length : -1;
    length += (size_t)got;
    if (length == sizeof text) return -1;
  }
}

static int waiting_main(int argc, char **argv, char **environment) {
  (void)argc;
  ssize_t length = read_all();
  if (length == 0) return 0;
  int empty = open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (length < 0 || empty < 0 || dup2(empty, STDIN_FILENO) < 0) return EXIT_MISUSED;
  int count = 0;
  arguments[count++] = argv[0];
  for (char *at = text; at < text + length; at += strlen(at) + 1) {
    if (count > MAX_ARGUMENTS) return EXIT_MISUSED;
    arguments[count++] = at;
  }
  return program_main(count, arguments, environment);
}

int __libc_start_main(main_function main, int argc, char **argv, void (*init)(void), void (*fini)(void),
                      void (*rtld_fini)(void), void *stack_end) {
  start_function next = (start_function)dlsym(RTLD_NEXT, "__libc_start_main");
  const char *program = getenv("STANDBY_PROGRAM");
  if (program != NULL && argc > 0 && strcmp(argv[0], program) == 0) {
    program_main = main;
    main = waiting_main;
  }
  return next(main, argc, argv, init, fini, rtld_fini, stack_end);
}
