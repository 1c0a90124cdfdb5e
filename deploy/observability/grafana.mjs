/** Grafana's schema of dashboards as of Grafana 12; older ones are migrated by Grafana itself. */
const SCHEMA_VERSION = 41;
const COLUMNS = 24;
const ROW_HEIGHT = 1;
/**
 * What a panel says while it has no series: that there is nothing to tell, that something has not happened yet, that
 * nothing was due to be erased yet. Without one of these Grafana says “No data”: then something is wrong.
 */
export const EMPTY = { none: 'none', yet: 'none yet', due: 'none due yet' };
const DATASOURCE = { type: 'prometheus', uid: '${datasource}' };

/** What each kind of panel adds to its definition. */
const KINDS = {
  timeseries: ({ stack, thresholds }) => ({
    fieldConfig: {
      custom: {
        lineWidth: 1,
        fillOpacity: stack ? 30 : 8,
        showPoints: 'auto',
        spanNulls: false,
        stacking: { mode: stack ? 'normal' : 'none', group: 'A' },
        thresholdsStyle: { mode: thresholds ? 'dashed' : 'off' },
      },
    },
    options: {
      legend: { displayMode: 'list', placement: 'bottom', showLegend: true, calcs: [] },
      tooltip: { mode: 'multi', sort: 'desc' },
    },
  }),
  stat: () => ({
    fieldConfig: {},
    options: {
      colorMode: 'value',
      graphMode: 'none',
      justifyMode: 'auto',
      orientation: 'auto',
      reduceOptions: { calcs: ['lastNotNull'], fields: '', values: false },
      textMode: 'auto',
    },
  }),
  bargauge: () => ({
    fieldConfig: {},
    options: {
      displayMode: 'basic',
      orientation: 'horizontal',
      reduceOptions: { calcs: ['lastNotNull'], fields: '', values: false },
      showUnfilled: true,
    },
  }),
};

/**
 * A panel of a board, before it has a place.
 *
 * @param {object} definition
 * @param {string} definition.title
 * @param {string} definition.unit - Grafana's name of the unit: `s`, `bytes`, `reqps`, `percentunit`, `short`
 * @param {string} definition.description - what it shows and what to think of it
 * @param {[expr: string, legend: string][]} definition.queries
 * @param {'timeseries' | 'stat' | 'bargauge'} [definition.kind]
 * @param {string} [definition.base] - colour below the first threshold
 * @param {[from: number, color: string][]} [definition.thresholds]
 * @param {number} [definition.width] - of 24 columns
 * @param {number} [definition.height] - in units of 30 px
 * @param {boolean} [definition.stack]
 * @param {number | null} [definition.min] - lower end of the axis; null leaves it to Grafana
 * @param {number} [definition.max] - upper end of the axis
 * @param {number} [definition.decimals]
 * @param {string} [definition.empty] - one of EMPTY; all other panels must always have data
 */
export const panel = (definition) => definition;

/**
 * PromQL of the share of bad events in a window, one series for each level and lane that had any: what divides nothing by
 * nothing is not a number, which Grafana would show in red.
 */
export const badShare = (window, slo) =>
  `(filemill:slo_errors:ratio_${window}${slo ? `{slo="${slo}"}` : ''} <= 1)`;

/** Panels under a heading, laid out from left to right. */
export const row = (title, ...panels) => ({ title, panels });

/**
 * A variable of a board: the values of a label of a metric.
 *
 * @param {string} name - also of the label
 * @param {string} metric - must carry the label
 */
export const variable = (name, metric) => ({ name, metric });

/**
 * A dashboard in Grafana's JSON model.
 *
 * @param {{ uid: string, title: string, description: string, variables?: object[], rows: object[] }} definition
 */
export function board({ uid, title, description, variables = [], rows }) {
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

function layOut(rows) {
  const placed = [];
  let y = 0;
  const add = (panel, gridPos) => placed.push({ id: placed.length + 1, ...panel, gridPos });
  for (const { title, panels } of rows) {
    add({ type: 'row', title, collapsed: false, panels: [] }, { x: 0, y, w: COLUMNS, h: ROW_HEIGHT });
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
      add(grafanaPanel(definition), { x, y, w: width, h });
      x += width;
      height = Math.max(height, h);
    }
    y += height;
  }
  return placed;
}

function grafanaPanel(definition) {
  const { title, unit, description, queries, kind = 'timeseries', min = 0, max, decimals } = definition;
  const { base = 'green', thresholds = [], empty } = definition;
  const { fieldConfig, options } = KINDS[kind](definition);
  const steps = [{ value: null, color: base }, ...thresholds.map(([value, color]) => ({ value, color }))];
  return {
    type: kind,
    title,
    description,
    datasource: DATASOURCE,
    fieldConfig: {
      defaults: {
        unit,
        ...(min !== null && { min }),
        ...(empty && { noValue: empty, mappings: [withoutColor(empty)] }),
        ...(max !== undefined && { max }),
        ...(decimals !== undefined && { decimals }),
        color: { mode: kind === 'timeseries' ? 'palette-classic' : 'thresholds' },
        thresholds: { mode: 'absolute', steps },
        ...fieldConfig,
      },
      overrides: [],
    },
    options,
    targets: queries.map(([expr, legendFormat], index) => ({
      refId: String.fromCharCode(65 + index),
      datasource: DATASOURCE,
      expr,
      legendFormat,
      ...(kind === 'timeseries' ? { range: true } : { instant: true }),
    })),
  };
}

/** Otherwise a number that is not there has the colour of the worst. */
const withoutColor = (text) => ({
  type: 'special',
  options: { match: 'null+nan', result: { text, color: 'text' } },
});

const boardsLink = () => ({
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

const datasourceVariable = () => ({
  name: 'datasource',
  label: 'Prometheus',
  type: 'datasource',
  query: 'prometheus',
  refresh: 1,
  hide: 0,
});

const labelVariable = ({ name, metric }) => ({
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

const alertAnnotations = () => ({
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
