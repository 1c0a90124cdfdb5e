import { hash, parseOptions, verify } from '@node-rs/argon2';

/** 19 MiB, two passes, one lane: the first choice of OWASP's password storage cheat sheet for argon2id. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** @returns argon2id as a PHC string */
export const hashPassword = (password: string): Promise<string> => hash(normal(password), PARAMETERS);

/** Whether a hash matches a password. */
export const isPasswordOf = (passwordHash: string, password: string): Promise<boolean> =>
  verify(passwordHash, normal(password));

/** Whether a hash has other parameters than the current ones. */
export function isOutdated(passwordHash: string): boolean {
  const { memoryCost, timeCost, parallelism } = parseOptions(passwordHash);
  return (
    memoryCost !== PARAMETERS.memoryCost ||
    timeCost !== PARAMETERS.timeCost ||
    parallelism !== PARAMETERS.parallelism
  );
}

/** Normalises characters that keyboards send in different forms. @see NIST SP 800-63B-4, 3.1.1.2 */
const normal = (password: string): string => password.normalize('NFKC');
