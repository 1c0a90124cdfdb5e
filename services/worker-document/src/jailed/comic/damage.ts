/**
 * The result, or undefined if a part of the comic is damaged; the reason goes to the standard error output.
 *
 * @throws what is no damage: a mistake of this program, or a disk that cannot be read
 */
export async function unlessDamaged<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    const isOurs = error instanceof TypeError || error instanceof ReferenceError;
    if (isOurs || !(error instanceof Error) || 'syscall' in error) throw error;
    console.error(error.message);
    return undefined;
  }
}
