/* What a child of the fork server may do: read the program and its own input, write its own folder, compute. */
#ifndef FILEMILL_CONFINE_H
#define FILEMILL_CONFINE_H
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* 0 if the kernel has no Landlock: the caller must then not let two owners share one server. */
static int landlock_version(void) {
  int version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
  return version < 0 ? 0 : version;
}

static int allow(int ruleset, const char *path, __u64 access) {
  int folder = open(path, O_PATH | O_CLOEXEC);
  if (folder < 0) return errno == ENOENT ? 0 : -1;
  struct landlock_path_beneath_attr rule = {.allowed_access = access, .parent_fd = folder};
  int failed = syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
  close(folder);
  return failed;
}

/* Allows reading below `readable`, everything below `writable`, nothing else. */
static int confine_files(const char *const *readable, const char *writable) {
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) return -1;
  int version = landlock_version();
  if (!version) return 0;
  /* Every file right of the kernel's version: 13 in the first, then refer (2) and truncate (3). */
  const __u64 all = version >= 3 ? 0x7fff : version == 2 ? 0x3fff : 0x1fff;
  const __u64 read = LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
  struct landlock_ruleset_attr handled = {.handled_access_fs = all};
  int ruleset = syscall(SYS_landlock_create_ruleset, &handled, sizeof handled, 0);
  if (ruleset < 0) return -1;
  for (; *readable; readable++)
    if (allow(ruleset, *readable, read)) return -1;
  int failed = allow(ruleset, writable, all) || syscall(SYS_landlock_restrict_self, ruleset, 0);
  close(ruleset);
  return failed;
}

#if defined(__x86_64__)
#define AUDIT_ARCH_HERE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define AUDIT_ARCH_HERE AUDIT_ARCH_AARCH64
#else
#error "the system calls of this processor are not known here"
#endif

/* No exec, no new process except threads, no signals to others, no ptrace of others, no sockets, no namespaces. */
static int confine_calls(void) {
#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define REFUSE(code) BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (code))
#define DENY(name, code) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##name, 0, 1), REFUSE(code)
  struct sock_filter rules[] = {
      LOAD(arch), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_HERE, 1, 0), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
      LOAD(nr),
#if defined(__x86_64__)
      /* The x32 calls are the same calls under numbers that the rules below do not list. */
      BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1), REFUSE(ENOSYS),
      DENY(fork, EPERM), DENY(vfork, EPERM),
#endif
      DENY(execve, EPERM), DENY(execveat, EPERM),
      DENY(clone3, ENOSYS), /* glibc then takes clone, whose flags can be read here */
      DENY(kill, EPERM), DENY(tkill, EPERM), DENY(rt_sigqueueinfo, EPERM), DENY(rt_tgsigqueueinfo, EPERM),
      DENY(pidfd_open, EPERM), DENY(pidfd_getfd, EPERM), DENY(pidfd_send_signal, EPERM), DENY(ptrace, EPERM),
      DENY(process_vm_readv, EPERM), DENY(process_vm_writev, EPERM), DENY(process_madvise, EPERM), DENY(kcmp, EPERM),
      DENY(unshare, EPERM), DENY(setns, EPERM), DENY(mount, EPERM), DENY(umount2, EPERM), DENY(pivot_root, EPERM),
      DENY(socket, EPERM), DENY(socketpair, EPERM), DENY(io_uring_setup, ENOSYS), DENY(bpf, EPERM),
      DENY(perf_event_open, EPERM), DENY(userfaultfd, EPERM), DENY(keyctl, EPERM), DENY(add_key, EPERM),
      DENY(request_key, EPERM), DENY(setpriority, EPERM), DENY(sched_setaffinity, EPERM),
      /* Its own limits may be read (and lowered): pthread asks for the size of the stack. */
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_prlimit64, 0, 4), LOAD(args[0]),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW), REFUSE(EPERM),
      /* abort() signals its own process; signals to others are refused. */
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_tgkill, 0, 4), LOAD(args[0]),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)getpid(), 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW), REFUSE(EPERM),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 3), LOAD(args[0]),
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 1, 0), REFUSE(EPERM),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = {.len = sizeof rules / sizeof *rules, .filter = rules};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}
#endif
