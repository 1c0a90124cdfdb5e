/** Checks docs/openapi.json by the rules of Redocly; prints what it finds and ends with code 1 if there is anything. */
import { createConfig, lint } from '@redocly/openapi-core';

const config = await createConfig({
  extends: ['recommended-strict'],
  rules: {
    'operation-description': 'off',
    'tag-description': 'error',
    'operation-operationId-unique': 'error',
    'operation-operationId-url-safe': 'error',
    // Everything here may be limited by address, so there is a 4xx everywhere; 3xx without a body have no schema.
    'operation-4xx-response': 'error',
    // The licence of the service is none of the API's.
    'info-license': 'off',
    'info-license-strict': 'off',
    // "zip" is no UUID: the two never mean the same address.
    'no-ambiguous-paths': 'off',
  },
});
const file = new URL('../docs/openapi.json', import.meta.url).pathname;
const problems = await lint({ ref: file, config });
for (const { ruleId, message, location } of problems) {
  console.log(`${ruleId}: ${message} (${location.map(({ pointer }) => pointer).join(', ')})`);
}
if (problems.length > 0) process.exit(1);
