/** Checks docs/openapi.json by the rules of Redocly; prints what it finds and ends with code 1 if there is anything. */
import { ROOT } from '@filemill/local-stack';
import { createConfig, lint } from '@redocly/openapi-core';

const config = await createConfig({
  extends: ['recommended-strict'],
  rules: {
    'operation-description': 'off',
    'tag-description': 'error',
    'operation-operationId-unique': 'error',
    'operation-operationId-url-safe': 'error',
    // Every route may be rate-limited by address, so each has a 4xx; 3xx without a body have no schema.
    'operation-4xx-response': 'error',
    // The API description has no licence.
    'info-license': 'off',
    'info-license-strict': 'off',
    // "zip" is not a UUID: the two paths never match the same URL.
    'no-ambiguous-paths': 'off',
  },
});
const problems = await lint({ ref: `${ROOT}/docs/openapi.json`, config });
for (const { ruleId, message, location } of problems) {
  console.log(`${ruleId}: ${message} (${location.map(({ pointer }) => pointer).join(', ')})`);
}
if (problems.length > 0) process.exit(1);
