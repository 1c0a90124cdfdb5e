import type { Board, BoardPanel, BoardPanelOf, BoardRow } from './grafana-board.ts';
import type { Query } from './queries.ts';

/** Grafana's schema of dashboards as of Grafana 12; older ones are migrated by Grafana itself. */
const SCHEMA_VERSION = 41;
const COLUMNS = 24;
const ROW_HEIGHT = 1;
/**
 * What a panel shows while it has no series: nothing is wrong, something has not happened yet, or nothing was due to be
 * erased yet. Other panels show Grafana's “No data”: then something is wrong.
 */
export const EMPTY = { none: 'none', yet: 'none yet', due: 'none due yet' };
const DATASOURCE = { type: 'prometheus', uid: '${datasource}' };

type Variable = NonNullable<NonNullable<Board['templating']>['list']>[number];
type Target = BoardPanel['targets'][number];
type Position = NonNullable<BoardPanel['gridPos']>;

/** A panel of a board, before it has a position. */
export interface PanelDefinition {
  readonly title: string;
  /** Grafana's name of the unit: `s`, `bytes`, `reqps`, `percentunit`, `short`. */
  readonly unit: string;
  /** What it shows, and how to read it. */
  readonly description: string;
  readonly queries: readonly Query[];
  /** `timeseries` by default. */
  readonly kind?: BoardPanel['type'];
  /** Colour below the first threshold, green by default. */
  readonly base?: string;
  readonly thresholds?: readonly (readonly [from: number, color: string])[];
  /** Of 24 columns; 8 by default. */
  readonly width?: number;
  /** In units of 30 px; 8 by default. */
  readonly height?: number;
  readonly stack?: boolean;
  /** Lower end of the axis, 0 by default; null leaves it to Grafana. */
  readonly min?: number | null;
  /** Upper end of the axis. */
  readonly max?: number;
  readonly decimals?: number;
  /** One of EMPTY; all other panels must always have data. */
  readonly empty?: string;
}

/** A panel with its queries; `look` says how it differs from a graph of the usual size. */
export const panel = (
  title: string,
  unit: string,
  description: string,
  queries: readonly Query[],
  look: Omit<PanelDefinition, 'title' | 'unit' | 'description' | 'queries'> = {},
): PanelDefinition => ({ title, unit, description, queries, ...look });

/** Panels under a heading. */
export interface RowDefinition {
  readonly title: string;
  /** From left to right. */
  readonly panels: readonly PanelDefinition[];
}

/** Panels under a heading, laid out from left to right. */
export const row = (title: string, ...panels: PanelDefinition[]): RowDefinition => ({ title, panels });

/** A variable of a board: the values of a label of a metric. */
export interface VariableDefinition {
  /** Also of the label. */
  readonly name: string;
  /** Has the label. */
  readonly metric: string;
}

/** A variable of a board: the values of the label `name` of a metric. */
export const variable = (name: string, metric: string): VariableDefinition => ({ name, metric });

/** What a board consists of. */
export interface BoardDefinition {
  readonly uid: string;
  readonly title: string;
  readonly description: string;
  readonly variables?: readonly VariableDefinition[];
  readonly rows: readonly RowDefinition[];
}

/** A dashboard in Grafana's JSON model. */
export function board({ uid, title, description, variables = [], rows }: BoardDefinition): Board {
  return {
    uid,
    title: `Filemill / ${title}`,
    description,
    tags: ['filemill'],
    schemaVersion: SCHEMA_VERSION,
    editable: false,
    graphTooltip: 1,
    refresh: '30s',
    time: { from: 'now-6h', to: 'now' },
    timezone: 'utc',
    links: [boardsLink()],
    annotations: { list: [alertAnnotations()] },
    templating: { list: [datasourceVariable(), ...variables.map(labelVariable)] },
    panels: layOut(rows),
  };
}

function layOut(rows: readonly RowDefinition[]): Board['panels'] {
  const placed: Board['panels'] = [];
  let y = 0;
  for (const { title, panels } of rows) {
    placed.push(heading(placed.length + 1, title, { x: 0, y, w: COLUMNS, h: ROW_HEIGHT }));
    y += ROW_HEIGHT;
    let x = 0;
    let height = 0;
    for (const definition of panels) {
      const { width = 8, height: h = 8 } = definition;
      if (x + width > COLUMNS) {
        x = 0;
        y += height;
        height = 0;
      }
      const gridPos = { x, y, w: width, h };
      placed.push({ id: placed.length + 1, ...grafanaPanel(definition), gridPos });
      x += width;
      height = Math.max(height, h);
    }
    y += height;
  }
  return placed;
}

const heading = (id: number, title: string, gridPos: Position): BoardRow => ({
  id,
  type: 'row',
  title,
  collapsed: false,
  panels: [],
  gridPos,
});

function grafanaPanel(definition: PanelDefinition): BoardPanel {
  const { title, description, kind = 'timeseries' } = definition;
  const head = { title, description, datasource: DATASOURCE };
  const defaults = fieldDefaults(definition);
  const targets = targetsOf(definition);
  switch (kind) {
    case 'timeseries':
      return {
        type: kind,
        ...head,
        fieldConfig: { defaults: { ...defaults, custom: timeseriesStyle(definition) }, overrides: [] },
        options: TIMESERIES_OPTIONS,
        targets,
      };
    case 'stat':
      return {
        type: kind,
        ...head,
        fieldConfig: { defaults, overrides: [] },
        options: STAT_OPTIONS,
        targets,
      };
    case 'bargauge':
      return {
        type: kind,
        ...head,
        fieldConfig: { defaults, overrides: [] },
        options: BAR_GAUGE_OPTIONS,
        targets,
      };
  }
}

const TIMESERIES_OPTIONS: BoardPanelOf<'timeseries'>['options'] = {
  legend: { displayMode: 'list', placement: 'bottom', showLegend: true, calcs: [] },
  tooltip: { mode: 'multi', sort: 'desc' },
};

const STAT_OPTIONS: BoardPanelOf<'stat'>['options'] = {
  colorMode: 'value',
  graphMode: 'none',
  justifyMode: 'auto',
  orientation: 'auto',
  reduceOptions: { calcs: ['lastNotNull'], fields: '', values: false },
  textMode: 'auto',
};

const BAR_GAUGE_OPTIONS: BoardPanelOf<'bargauge'>['options'] = {
  displayMode: 'basic',
  orientation: 'horizontal',
  reduceOptions: { calcs: ['lastNotNull'], fields: '', values: false },
  showUnfilled: true,
};

type FieldDefaults = BoardPanelOf<'stat'>['fieldConfig']['defaults'];
type TimeseriesStyle = BoardPanelOf<'timeseries'>['fieldConfig']['defaults']['custom'];

const timeseriesStyle = ({ stack, thresholds }: PanelDefinition): TimeseriesStyle => ({
  lineWidth: 1,
  fillOpacity: stack ? 30 : 8,
  showPoints: 'auto',
  spanNulls: false,
  stacking: { mode: stack ? 'normal' : 'none', group: 'A' },
  thresholdsStyle: { mode: thresholds ? 'dashed' : 'off' },
});

function fieldDefaults(definition: PanelDefinition): FieldDefaults {
  const { unit, kind = 'timeseries', min = 0, max, decimals, empty } = definition;
  const { base = 'green', thresholds = [] } = definition;
  return {
    unit,
    min: min ?? undefined,
    noValue: empty,
    mappings: empty === undefined ? undefined : [withoutColor(empty)],
    max,
    decimals,
    color: { mode: kind === 'timeseries' ? 'palette-classic' : 'thresholds' },
    thresholds: {
      mode: 'absolute',
      steps: [{ value: null, color: base }, ...thresholds.map(([value, color]) => ({ value, color }))],
    },
  };
}

const targetsOf = ({ queries, kind = 'timeseries' }: PanelDefinition): Target[] =>
  queries.map(
    ([expr, legendFormat], index): Target => ({
      refId: String.fromCharCode(65 + index),
      datasource: DATASOURCE,
      expr,
      legendFormat,
      range: kind === 'timeseries' ? true : undefined,
      instant: kind === 'timeseries' ? undefined : true,
    }),
  );

type ValueMapping = NonNullable<FieldDefaults['mappings']>[number];

/** Without it, a missing number would have the colour of the worst. */
const withoutColor = (text: string): ValueMapping => ({
  type: 'special',
  options: { match: 'null+nan', result: { text, color: 'text' } },
});

const boardsLink = (): NonNullable<Board['links']>[number] => ({
  type: 'dashboards',
  title: 'Filemill',
  icon: 'dashboard',
  tooltip: 'The other boards',
  tags: ['filemill'],
  asDropdown: true,
  includeVars: false,
  keepTime: true,
  targetBlank: false,
});

const datasourceVariable = (): Variable => ({
  name: 'datasource',
  label: 'Prometheus',
  type: 'datasource',
  query: 'prometheus',
  refresh: 1,
  hide: 0,
});

const labelVariable = ({ name, metric }: VariableDefinition): Variable => ({
  name,
  label: name,
  type: 'query',
  datasource: DATASOURCE,
  query: { query: `label_values(${metric}, ${name})`, refId: name },
  refresh: 2,
  sort: 1,
  multi: true,
  includeAll: true,
  allValue: '.*',
  current: { text: ['All'], value: ['$__all'] },
});

const alertAnnotations = (): Board['annotations']['list'][number] => ({
  name: 'Alerts',
  enable: true,
  iconColor: 'red',
  datasource: DATASOURCE,
  target: {
    refId: 'Anno',
    expr: 'max by (alertname) (ALERTS{alertstate="firing", severity=~"page|ticket"})',
    interval: '60s',
    fromAnnotations: true,
  },
  titleFormat: '{{alertname}}',
});
