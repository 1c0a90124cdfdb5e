import { errors } from 'jose';

/**
 * Checks a token by the keys that are accepted, in their order. Only a signature of another key leads to the next one:
 * whatever else is wrong with a token is wrong for all of them.
 *
 * @param keys - the one in force first
 * @param verify - checks by one key, with jose
 * @throws {errors.JOSEError} of the last key that was tried
 */
export async function verifyByAny<K, T>(keys: readonly K[], verify: (key: K) => Promise<T>): Promise<T> {
  let refusal: unknown = new errors.JWSSignatureVerificationFailed();
  for (const key of keys) {
    try {
      return await verify(key);
    } catch (error) {
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw error;
      refusal = error;
    }
  }
  throw refusal;
}
