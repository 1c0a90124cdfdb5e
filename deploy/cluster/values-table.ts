/**
 * Writes helm/filemill/README.md: every value with its meaning (values.schema.json) and default (values.yaml), and what
 * each service reaches, needs and scales by.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parse } from 'yaml';
import { CHART } from './chart.ts';

/** Where the page is committed. */
export const TABLE_FILE = `${CHART}/README.md`;

/** What the page takes from an object of values.schema.json. */
interface Schema {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly $ref?: string;
}

type Values = Readonly<Record<string, unknown>>;

/** What the page takes from an entry of `services`, with its defaults. */
interface Service {
  readonly lane?: string;
  readonly slots?: number;
  readonly longestJobSeconds: number;
  readonly drainSeconds: number;
  readonly preStopSeconds: number;
  readonly scaling: { readonly min?: number; readonly max?: number };
  readonly reaches: readonly string[];
  readonly secrets: Values;
}

/** An entry as it is written: defaults are missing. */
type ServiceEntry = Partial<Omit<Service, 'scaling'>> & { readonly scaling?: Service['scaling'] | null };

interface ChartValues extends Values {
  readonly defaults: Service & Values;
  readonly laneDefaults: Service & Values;
  readonly services: Readonly<Record<string, ServiceEntry>>;
}

const code = (value: unknown): string =>
  `\`${typeof value === 'string' ? value || "''" : JSON.stringify(value)}\``;
const cell = (text: string): string => text.replaceAll('|', '\\|');
const row = (...cells: string[]): string => `| ${cells.map(cell).join(' | ')} |`;

const defaultIn = (values: Values, name: string): string =>
  values[name] === undefined ? '' : code(values[name]);

const isValues = (value: unknown): value is Values => typeof value === 'object' && value !== null;

/** Rows of all leaves of a schema; an object with properties of its own is no leaf. */
function* rowsOf(schema: Schema, values: Values, path: readonly string[]): Generator<string> {
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const at = [...path, name];
    const inner = values[name];
    if (property.properties && name !== 'resources' && !property.properties.key)
      yield* rowsOf(property, isValues(inner) ? inner : {}, at);
    else if (!property.$ref && at[0] !== 'services')
      yield row(`\`${at.join('.')}\``, property.description ?? '', defaultIn(values, name));
  }
}

/** An entry with its defaults, as the chart merges them. */
const merged = (base: Service, entry: ServiceEntry): Service => ({
  ...base,
  ...entry,
  scaling: entry.scaling === null ? {} : { ...base.scaling, ...entry.scaling },
});

function serviceRow(name: string, service: Service): string {
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

/** The page as it must be. */
export function valuesTable(): string {
  const values: ChartValues = parse(readFileSync(`${CHART}/values.yaml`, 'utf8'));
  const schema: Schema & { definitions: { service: Schema } } = JSON.parse(
    readFileSync(`${CHART}/values.schema.json`, 'utf8'),
  );
  const fields = Object.entries(schema.definitions.service.properties ?? {}).map(
    ([name, { description, properties = {} }]) =>
      row(
        `\`${name}\``,
        description ?? Object.values(properties)[0]?.description ?? '',
        defaultIn(values.defaults, name),
        defaultIn(values.laneDefaults, name),
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

if (process.argv[1] === import.meta.filename) writeFileSync(TABLE_FILE, valuesTable());
