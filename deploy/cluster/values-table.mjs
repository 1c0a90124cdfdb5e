/**
 * Writes helm/filemill/README.md: every value with its meaning (values.schema.json) and default (values.yaml), and what
 * each service reaches, needs and scales by.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { ROOT } from '../local/paths.mjs';

const CHART = `${ROOT}/helm/filemill`;
export const TABLE_FILE = `${CHART}/README.md`;

const code = (value) => `\`${typeof value === 'string' ? value || "''" : JSON.stringify(value)}\``;
const cell = (text) => String(text).replaceAll('|', '\\|');
const row = (...cells) => `| ${cells.map(cell).join(' | ')} |`;

/** Rows of all leaves of a schema; an object with properties of its own is no leaf. */
function* rowsOf(schema, values, path) {
  for (const [name, property] of Object.entries(schema.properties)) {
    const at = [...path, name];
    if (property.properties && name !== 'resources' && !property.properties.key)
      yield* rowsOf(property, values?.[name], at);
    else if (!property.$ref && at[0] !== 'services')
      yield row(
        `\`${at.join('.')}\``,
        property.description,
        values?.[name] === undefined ? '' : code(values[name]),
      );
  }
}

/** A worker's fields over its defaults, as the chart merges them. */
const merged = (base, entry) => ({
  ...base,
  ...entry,
  scaling: entry.scaling === null ? null : { ...base.scaling, ...entry.scaling },
});

function serviceRow(name, service) {
  const grace =
    service.preStopSeconds + (service.lane ? service.longestJobSeconds + 60 : service.drainSeconds + 5);
  const { min, max } = service.scaling;
  return row(
    `\`${name}\``,
    service.lane ? `queue \`convert-${service.lane}\`, ${service.slots} a pod` : 'CPU',
    `${min}–${max}`,
    `${grace} s`,
    service.reaches.join(', '),
    Object.keys(service.secrets).map(code).join(' '),
  );
}

/** @returns {string} the page as it should be */
export function valuesTable() {
  const values = parse(readFileSync(`${CHART}/values.yaml`, 'utf8'));
  const schema = JSON.parse(readFileSync(`${CHART}/values.schema.json`, 'utf8'));
  const fields = Object.entries(schema.definitions.service.properties).map(
    ([name, { description, properties }]) =>
      row(
        `\`${name}\``,
        description ?? Object.values(properties)[0].description,
        values.defaults[name] === undefined ? '' : code(values.defaults[name]),
        values.laneDefaults[name] === undefined ? '' : code(values.laneDefaults[name]),
      ),
  );
  const services = Object.entries(values.services).map(([name, entry]) =>
    serviceRow(name, merged(entry.lane ? values.laneDefaults : values.defaults, entry)),
  );
  return `# Chart filemill

Made by \`npm run gen\`; how to use it is described in [docs/kubernetes.md](../../docs/kubernetes.md).

## Values

| value | meaning | default |
| --- | --- | --- |
${[...rowsOf(schema, values, [])].join('\n')}

## A service

An entry of \`services\` has these fields; what it leaves out comes from \`defaults\`, or with a \`lane\` from \`laneDefaults\`.

| field | meaning | \`defaults\` | \`laneDefaults\` |
| --- | --- | --- | --- |
${fields.join('\n')}

## The services

| service | scales by | pods | grace | reaches | secret variables |
| --- | --- | --- | --- | --- | --- |
${services.join('\n')}
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(TABLE_FILE, valuesTable());
