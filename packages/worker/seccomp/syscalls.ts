/**
 * System calls that a jailed program may make. Every other call returns ENOSYS, so that the C library
 * takes its fallback. Deliberately absent: namespaces and mounts, ptrace and its relatives, bpf, perf, keyrings,
 * userfaultfd, io_uring, kexec, modules, handles to files by number, personality, memfd (memory that no limit counts),
 * System V memory, devices, and `clone3`, whose flags a filter cannot read (the C library then uses `clone`).
 */
export const ALLOWED = `
  read write open openat openat2 creat close close_range lseek pread64 pwrite64 readv writev preadv pwritev preadv2
  pwritev2 stat fstat lstat newfstatat statx statfs fstatfs access faccessat faccessat2 readlink readlinkat getcwd chdir
  fchdir getdents getdents64 mkdir mkdirat rmdir rename renameat renameat2 link linkat unlink unlinkat symlink symlinkat
  chmod fchmod fchmodat chown fchown lchown fchownat umask truncate ftruncate fallocate fadvise64 readahead flock fsync
  fdatasync sync_file_range utime utimes futimesat utimensat getxattr lgetxattr fgetxattr listxattr llistxattr flistxattr
  copy_file_range sendfile splice tee vmsplice dup dup2 dup3 fcntl pipe pipe2

  mmap mprotect munmap brk mremap msync mincore madvise mlock munlock mlock2 mlockall munlockall membarrier
  pkey_alloc pkey_free pkey_mprotect

  select pselect6 poll ppoll epoll_create epoll_create1 epoll_ctl epoll_wait epoll_pwait epoll_pwait2 eventfd eventfd2
  signalfd signalfd4 timerfd_create timerfd_settime timerfd_gettime

  connect accept accept4 bind listen shutdown sendto recvfrom sendmsg recvmsg sendmmsg recvmmsg getsockname getpeername
  setsockopt getsockopt

  fork vfork execve exit exit_group wait4 waitid kill tkill tgkill rt_sigaction rt_sigprocmask rt_sigreturn
  rt_sigpending rt_sigtimedwait rt_sigqueueinfo rt_tgsigqueueinfo rt_sigsuspend sigaltstack restart_syscall pause alarm
  pidfd_open pidfd_send_signal

  getpid getppid gettid getpgid getpgrp getsid setsid setpgid getuid geteuid getgid getegid getresuid getresgid getgroups
  capget prctl arch_prctl set_tid_address set_robust_list get_robust_list rseq futex futex_waitv getrlimit setrlimit
  prlimit64 getrusage times getpriority setpriority ioprio_get ioprio_set
  sched_yield sched_getaffinity sched_setaffinity sched_getparam sched_setparam sched_getscheduler sched_setscheduler
  sched_get_priority_max sched_get_priority_min sched_getattr sched_setattr getcpu

  nanosleep clock_nanosleep clock_gettime clock_getres gettimeofday time getitimer setitimer timer_create timer_settime
  timer_gettime timer_getoverrun timer_delete uname sysinfo getrandom

  seccomp landlock_create_ruleset landlock_add_rule landlock_restrict_self
`
  .trim()
  .split(/\s+/);
