import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { ROOT } from '@filemill/local-stack';
import { describe, expect, it } from '@jest/globals';

/** Endings of class names that a dot sets off in file names. */
const ROLES = /(Controller|Guard|Module|Repository|Service)$/;

/** `UsersService` as `users.service`, `CustomerReader` as `customerreader`: hyphens are not compared. */
const fileNameOf = (name: string): string => name.replace(ROLES, '.$1').toLowerCase();

/** Files with one class that Nest creates; metrics are in the `metrics.ts` of each service. */
const files = readdirSync(`${ROOT}/services`, { recursive: true, encoding: 'utf8' })
  .filter((path) => /^(accounts|admin|billing|usage)\/src\/(?!.*(\.spec|metrics)\.ts$).*\.ts$/.test(path))
  .map((path) => ({ path, text: readFileSync(`${ROOT}/services/${path}`, 'utf8') }))
  .map(({ path, text }) => ({
    path,
    classes: [...text.matchAll(/^@(?:Injectable|Controller|Module)\([^;]*?^export class (\w+)/gms)].map(
      ([, name = '']) => name,
    ),
  }))
  .filter(({ classes }) => classes.length === 1);

describe('a file of a service', () => {
  it('is named like its class', () => {
    const wrong = files.filter(({ path, classes }) =>
      classes.some((name) => fileNameOf(name) !== basename(path, '.ts').replaceAll('-', '')),
    );
    expect(wrong).toEqual([]);
  });
});
