import { ALLOWED } from './syscalls.ts';

/** The jail: bubblewrap's namespaces, its mounts, and giving up what it has in them. */
const JAIL = 'clone clone3 unshare mount umount2 pivot_root capset';
/** Calls that the jail's own filter allows by their arguments. A worker talks to Redis, usage and the store. */
const BY_ARGUMENT = 'socket socketpair ioctl';
/** The container runtime switches to the container's user, possibly with this profile already in force. */
const RUNTIME = 'setuid setgid setgroups setresuid setresgid setfsuid setfsgid chroot';

/**
 * The seccomp profile of a worker's container, for Docker and Kubernetes (`Localhost`): the calls that jailed programs
 * may make, and those that set up the jail. The default profiles refuse namespaces and mounts, and so the jail.
 */
export const CONTAINER_PROFILE = {
  defaultAction: 'SCMP_ACT_ERRNO',
  defaultErrnoRet: 38, // ENOSYS, so that the C library takes its fallback
  architectures: ['SCMP_ARCH_X86_64'],
  syscalls: [
    {
      names: [...ALLOWED, ...[JAIL, BY_ARGUMENT, RUNTIME].flatMap((names) => names.split(' '))].sort(),
      action: 'SCMP_ACT_ALLOW',
    },
  ],
};
