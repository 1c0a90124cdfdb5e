import { errors } from 'jose';

/**
 * Checks a token by the keys that are accepted, in their order. Only a wrong signature leads to the next key:
 * every other fault of a token is the same for all keys.
 *
 * @param keys - the current one first
 * @param verify - checks by one key, with jose
 * @throws {errors.JOSEError} of the last key that was tried
 */
export async function verifyWithAnyKey<K, T>(keys: readonly K[], verify: (key: K) => Promise<T>): Promise<T> {
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
