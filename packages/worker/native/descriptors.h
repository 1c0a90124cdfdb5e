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

/* An open descriptor, as a server sees it before it forks. */
struct inherited {
  int number, flags, kept;
  mode_t mode;
  ino_t inode;
  char target[PATH_MAX];
};

static int own(const struct inherited *old, const char *write_folder, struct new_pipe *pipes, int *count) {
  char self[64];
  snprintf(self, sizeof self, "/proc/self/fd/%d", old->number);
  int new;
  if (S_ISREG(old->mode)) new = own_file(old->number, self, old->target, old->flags, write_folder);
  else if (S_ISDIR(old->mode)) new = open(self, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  else if (S_ISFIFO(old->mode)) new = own_pipe(old->inode, old->flags, pipes, count);
  else if (!strcmp(old->target, "anon_inode:[eventfd]")) new = eventfd(0, EFD_CLOEXEC);
  else new = nothing();
  if (new < 0 || ((old->flags & O_NONBLOCK) && fcntl(new, F_SETFL, O_NONBLOCK)) ||
      dup3(new, old->number, old->kept & FD_CLOEXEC ? O_CLOEXEC : 0) < 0)
    return -1;
  return close(new);
}

/* Lists each descriptor but the three streams and `except`. @return how many, -1 if that fails or there are too many. */
static int list_descriptors(int except, struct inherited *found) {
  int count = 0;
  DIR *folder = opendir("/proc/self/fd");
  if (!folder) return -1;
  for (struct dirent *entry; (entry = readdir(folder));) {
    const int number = atoi(entry->d_name); /* 0 for "." and ".." */
    if (number <= STDERR_FILENO || number == except || number == dirfd(folder)) continue;
    struct stat facts;
    ssize_t length = -1;
    if (count < MOST_DESCRIPTORS) length = readlinkat(dirfd(folder), entry->d_name, found[count].target, PATH_MAX - 1);
    if (length < 0 || fstat(number, &facts)) {
      closedir(folder);
      return -1;
    }
    struct inherited *one = &found[count++];
    one->number = number, one->mode = facts.st_mode, one->inode = facts.st_ino;
    one->target[length] = 0;
    one->flags = fcntl(number, F_GETFL), one->kept = fcntl(number, F_GETFD);
    if (one->flags < 0 || one->kept < 0) count = -1;
    if (count < 0) break;
  }
  closedir(folder);
  return count;
}

/* Replaces each listed descriptor under its number. Called before the child is confined. */
static int own_listed(const struct inherited *listed, int listed_count, const char *write_folder) {
  int pipe_count = 0;
  struct new_pipe pipes[MOST_DESCRIPTORS];
  for (int index = 0; index < listed_count; index++)
    if (own(&listed[index], write_folder, pipes, &pipe_count)) return -1;
  for (int index = 0; index < pipe_count; index++) close(pipes[index].ends[0]), close(pipes[index].ends[1]);
  return 0;
}

/* Lists and replaces at once, in the child. */
static inline int own_descriptors(int except, const char *write_folder) {
  static struct inherited listed[MOST_DESCRIPTORS];
  const int count = list_descriptors(except, listed);
  return count < 0 ? -1 : own_listed(listed, count, write_folder);
}
#endif
