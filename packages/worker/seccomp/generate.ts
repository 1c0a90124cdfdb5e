import { writeFileSync } from 'node:fs';
import { SYSCALL_NUMBERS } from './numbers.ts';
import { ALLOWED } from './syscalls.ts';

/**
 * Writes `filter.bpf`, or the file named by the argument: `node packages/worker/seccomp/generate.ts [path]`. A test of the
 * worker runs it and compares the outcome with the committed file.
 */

// linux/bpf_common.h, linux/seccomp.h, linux/audit.h
const LOAD = 0x20; // BPF_LD | BPF_W | BPF_ABS
const JUMP_EQUAL = 0x15; // BPF_JMP | BPF_JEQ | BPF_K
const JUMP_ANY_BIT = 0x45; // BPF_JMP | BPF_JSET | BPF_K
const JUMP_AT_LEAST = 0x35; // BPF_JMP | BPF_JGE | BPF_K
const RETURN = 0x06; // BPF_RET | BPF_K
const ALLOW = 0x7fff0000;
const KILL_PROCESS = 0x80000000;
const errno = (number: number): number => 0x00050000 | number;
const EPERM = 1;
const ENOSYS = 38;
const EAFNOSUPPORT = 97;
const AUDIT_ARCH_X86_64 = 0xc000003e;
/** Numbers from here on belong to the x32 variant of the same machine. */
const X32_BIT = 0x40000000;

// struct seccomp_data: nr, arch, instruction pointer, then arguments of eight bytes, low half first.
const OFFSET_NUMBER = 0;
const OFFSET_ARCH = 4;
const offsetOfArgument = (index: number): number => 16 + 8 * index;

const AF_UNIX = 1;
/** NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET of linux/sched.h. */
const NEW_NAMESPACES = 0x7e020000;
/** Requests that type into a terminal: TIOCSTI, TIOCLINUX. */
const TERMINAL_INPUT = [0x5412, 0x541c];

type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, value: number];

const load = (offset: number): Instruction => [LOAD, 0, 0, offset];
const answer = (value: number): Instruction => [RETURN, 0, 0, value];
const number = (name: string): number => {
  const found = SYSCALL_NUMBERS[name];
  if (found === undefined) throw new Error(`No number is known for ${name}`);
  return found;
};

/** `body` decides when the call is `name`; it must answer. */
const when = (name: string, body: readonly Instruction[]): readonly Instruction[] => [
  [JUMP_EQUAL, 0, body.length, number(name)],
  ...body,
];

const onlyLocalSockets: readonly Instruction[] = [
  load(offsetOfArgument(0)),
  [JUMP_EQUAL, 0, 1, AF_UNIX],
  answer(ALLOW),
  answer(errno(EAFNOSUPPORT)),
];
const noNewNamespace: readonly Instruction[] = [
  load(offsetOfArgument(0)),
  [JUMP_ANY_BIT, 0, 1, NEW_NAMESPACES],
  answer(errno(EPERM)),
  answer(ALLOW),
];
const noTerminalInput: readonly Instruction[] = [
  load(offsetOfArgument(1)),
  ...TERMINAL_INPUT.flatMap((request): Instruction[] => [[JUMP_EQUAL, 0, 1, request], answer(errno(EPERM))]),
  answer(ALLOW),
];

/** The filter as the kernel takes it: 8 bytes an instruction (`struct sock_filter`), little-endian. */
function generateFilter(): Buffer {
  const program: readonly Instruction[] = [
    load(OFFSET_ARCH),
    [JUMP_EQUAL, 1, 0, AUDIT_ARCH_X86_64],
    answer(KILL_PROCESS),
    load(OFFSET_NUMBER),
    [JUMP_AT_LEAST, 0, 1, X32_BIT],
    answer(errno(ENOSYS)),
    ...when('socket', onlyLocalSockets),
    ...when('socketpair', onlyLocalSockets),
    ...when('clone', noNewNamespace),
    ...when('ioctl', noTerminalInput),
    ...ALLOWED.flatMap((name) => when(name, [answer(ALLOW)])),
    answer(errno(ENOSYS)),
  ];
  const bytes = Buffer.alloc(program.length * 8);
  program.forEach(([code, ifTrue, ifFalse, value], index) => {
    bytes.writeUInt16LE(code, index * 8);
    bytes.writeUInt8(ifTrue, index * 8 + 2);
    bytes.writeUInt8(ifFalse, index * 8 + 3);
    bytes.writeUInt32LE(value, index * 8 + 4);
  });
  return bytes;
}

writeFileSync(process.argv[2] ?? new URL('filter.bpf', import.meta.url), generateFilter());
