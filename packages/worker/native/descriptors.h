/* Gives a child its own copies of what LibreOffice opened in the server: through a shared descriptor, a child that a
 * document has taken over could reach the server and so the children after it. */
#ifndef FILEMILL_DESCRIPTORS_H
#define FILEMILL_DESCRIPTORS_H
#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_DESCRIPTORS = 256 };

/* A new pipe for each inherited one, by the old inode number: its two ends stay connected. */
struct new_pipe {
  ino_t old;
  int ends[2];
};

/* A private file with the same content; it has no name, so no other process can open it. */
static int copy_of(int from, const char *folder) {
  char path[PATH_MAX], block[65536];
  snprintf(path, sizeof path, "%s/own-XXXXXX", folder);
  int to = mkostemp(path, O_CLOEXEC);
  if (to < 0 || unlink(path)) return -1;
  off_t at = 0;
  for (ssize_t count; (count = pread(from, block, sizeof block, at)); at += count)
    if (count < 0 || write(to, block, count) != count) return -1;
  return to;
}

/* Read-only is no protection in the write folder: the file can be opened again there for writing. */
static int own_file(int old, const char *self, const char *target, int flags, const char *write_folder) {
  int is_writable = (flags & O_ACCMODE) != O_RDONLY || !strncmp(target, write_folder, strlen(write_folder));
  int new = is_writable ? copy_of(old, write_folder) : open(self, O_RDONLY | O_CLOEXEC);
  if (new >= 0) lseek(new, lseek(old, 0, SEEK_CUR), SEEK_SET);
  return new;
}

static int own_pipe(ino_t old, int flags, struct new_pipe *pipes, int *count) {
  int index = 0;
  while (index < *count && pipes[index].old != old) index++;
  if (index == *count) {
    if (pipe2(pipes[index].ends, O_CLOEXEC)) return -1;
    pipes[index].old = old, ++*count;
  }
  return fcntl(pipes[index].ends[(flags & O_ACCMODE) == O_WRONLY], F_DUPFD_CLOEXEC, 0);
}

/* Sockets, other events: nothing that a conversion needs. */
static int nothing(void) { return open("/dev/null", O_RDWR | O_CLOEXEC); }

static int own(int old, const char *write_folder, struct new_pipe *pipes, int *count) {
  char self[64], target[PATH_MAX];
  snprintf(self, sizeof self, "/proc/self/fd/%d", old);
  ssize_t length = readlink(self, target, sizeof target - 1);
  struct stat facts;
  const int flags = fcntl(old, F_GETFL), kept = fcntl(old, F_GETFD);
  if (length < 0 || flags < 0 || kept < 0 || fstat(old, &facts)) return -1;
  target[length] = 0;
  int new;
  if (S_ISREG(facts.st_mode)) new = own_file(old, self, target, flags, write_folder);
  else if (S_ISDIR(facts.st_mode)) new = open(self, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  else if (S_ISFIFO(facts.st_mode)) new = own_pipe(facts.st_ino, flags, pipes, count);
  else if (!strcmp(target, "anon_inode:[eventfd]")) new = eventfd(0, EFD_CLOEXEC);
  else new = nothing();
  if (new < 0 || fcntl(new, F_SETFL, flags & O_NONBLOCK) || dup3(new, old, kept & FD_CLOEXEC ? O_CLOEXEC : 0) < 0) return -1;
  return close(new);
}

/* Replaces each descriptor but the three streams and `except`, under its number. Called before the child is confined. */
static int own_descriptors(int except, const char *write_folder) {
  int open_ones[MOST_DESCRIPTORS], open_count = 0, pipe_count = 0;
  struct new_pipe pipes[MOST_DESCRIPTORS];
  DIR *folder = opendir("/proc/self/fd");
  if (!folder) return -1;
  for (struct dirent *entry; (entry = readdir(folder));) {
    const int number = atoi(entry->d_name); /* 0 for "." and ".." */
    if (number <= STDERR_FILENO || number == except || number == dirfd(folder)) continue;
    if (open_count == MOST_DESCRIPTORS) return -1;
    open_ones[open_count++] = number;
  }
  closedir(folder);
  for (int index = 0; index < open_count; index++)
    if (own(open_ones[index], write_folder, pipes, &pipe_count)) return -1;
  for (int index = 0; index < pipe_count; index++) close(pipes[index].ends[0]), close(pipes[index].ends[1]);
  return 0;
}
#endif
