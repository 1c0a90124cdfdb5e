import type { StdioOptions } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** O_CLOEXEC as proc(5) shows it among the flags of a descriptor. */
const CLOSE_ON_EXEC = 0o2000000;
const STANDARD = 3;

/**
 * Descriptors that the parent of this process left open for every child: Node opens its own with O_CLOEXEC, and has no
 * call to close others. Read once, since they can only appear at the start of a process.
 */
export function inheritedDescriptors(): number[] {
  return readdirSync('/proc/self/fdinfo')
    .map(Number)
    .filter((descriptor) => descriptor >= STANDARD && isInherited(descriptor));
}

function isInherited(descriptor: number): boolean {
  try {
    const info = readFileSync(`/proc/self/fdinfo/${descriptor}`, 'utf8');
    const flags = Number.parseInt(/^flags:\s+(\d+)/m.exec(info)?.[1] ?? '0', 8);
    return (flags & CLOSE_ON_EXEC) === 0;
  } catch (error) {
    // The descriptor of the listing itself, which is closed by now.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/**
 * The descriptors of a child, with every inherited one replaced by /dev/null: no file of the host stays open in a jail.
 *
 * @param stdio - what the child is to have, from 0 on without a gap
 * @param devNull - open for reading
 */
export function replaceInherited(
  stdio: Exclude<StdioOptions, string>,
  inherited: readonly number[],
  devNull: number,
): Exclude<StdioOptions, string> {
  const covered = [...stdio];
  for (const descriptor of inherited) {
    if (descriptor < stdio.length) continue;
    // With 'ignore', Node does not touch descriptors beyond the third.
    while (covered.length < descriptor) covered.push('ignore');
    covered[descriptor] = devNull;
  }
  return covered;
}
