import type { HEADERS as ApiHeaders } from '@filemill/product';
import { SharedArray } from 'k6/data';

/** A Pro account that `npm run load` has made. */
export interface Account {
  readonly token: string;
  readonly apiKey: string;
}

const given = (name: string): string => {
  const value = __ENV[name];
  if (!value) throw new Error(`${name} is not set: run this with npm run load`);
  return value;
};

/** Address of the stack; never another machine's. */
export const URL = given('LOAD_URL');
if (!/^http:\/\/(127\.0\.0\.1|localhost):\d+$/.test(URL)) throw new Error(`${URL} is not this machine`);

/** Headers of the API, by name: k6 cannot import packages. */
export const HEADERS: typeof ApiHeaders = JSON.parse(given('LOAD_HEADERS'));

export const SECONDS = Number(given('LOAD_SECONDS'));
/** Requests per second, if the scenario has a rate. */
export const RATE = Number(given('LOAD_RATE'));
/** Warm-up that does not count: code that has not run yet is slow. */
export const WARM_UP_SECONDS = 8;

export const accounts = new SharedArray<Account>('accounts', () => JSON.parse(open(given('LOAD_ACCOUNTS'))));

/** The next account in turn. */
export function accountAt(turn: number): Account {
  const account = accounts[turn % accounts.length];
  if (!account) throw new Error('this scenario needs accounts');
  return account;
}

/** Bytes of an input of the scenario. */
export const inputBytes = (name: 'ICON' | 'SOUND'): ArrayBuffer => open(given(`LOAD_${name}`), 'b');
