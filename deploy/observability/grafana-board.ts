import type { DataQuery } from '@grafana/schema';
import type * as bargauge from '@grafana/schema/dist/esm/raw/composable/bargauge/panelcfg/x/BarGaugePanelCfg_types.gen';
import type * as stat from '@grafana/schema/dist/esm/raw/composable/stat/panelcfg/x/StatPanelCfg_types.gen';
import type * as timeseries from '@grafana/schema/dist/esm/raw/composable/timeseries/panelcfg/x/TimeSeriesPanelCfg_types.gen';
import type {
  AnnotationQuery,
  Dashboard,
  FieldConfig,
  Panel,
  RowPanel,
} from '@grafana/schema/dist/esm/raw/dashboard/x/Dashboard_types.gen';

/** A value in JSON, where a member of an enumeration is its value. */
type Json<T> = T extends string
  ? `${T}`
  : T extends number | boolean | null | undefined
    ? T
    : T extends readonly (infer Item)[]
      ? Json<Item>[]
      : { [Key in keyof T]: Json<T[Key]> };

/** A query of the Prometheus data source, whose type Grafana does not publish without all of its interface. */
interface PrometheusQuery extends DataQuery {
  expr: string;
  legendFormat?: string;
  range?: boolean;
  instant?: boolean;
  interval?: string;
}

interface PanelOf<Type extends string, Options, Custom>
  extends Omit<Panel, 'fieldConfig' | 'options' | 'targets'> {
  type: Type;
  fieldConfig: { defaults: Omit<FieldConfig, 'custom'> & { custom?: Custom }; overrides: [] };
  options: Options;
  targets: PrometheusQuery[];
}

/** Options that Grafana fills with its defaults are required in its types of a finished panel. */
type Written<Options, Optional extends keyof Options> = Omit<Options, Optional> & Partial<Options>;

/** A dashboard by Grafana's own published types, with the three kinds of panel in use. */
export type Board = Json<
  Omit<Dashboard, 'annotations' | 'panels'> & {
    annotations: {
      list: (Omit<AnnotationQuery, 'target'> & { target: AnnotationTarget; titleFormat: string })[];
    };
    panels: (
      | RowPanel
      | PanelOf<'timeseries', timeseries.Options, timeseries.FieldConfig>
      | PanelOf<
          'stat',
          Written<stat.Options, 'percentChangeColorMode' | 'showPercentChange' | 'wideLayout'>,
          never
        >
      | PanelOf<
          'bargauge',
          Written<
            bargauge.Options,
            | 'legend'
            | 'maxVizHeight'
            | 'minVizHeight'
            | 'minVizWidth'
            | 'namePlacement'
            | 'sizing'
            | 'valueMode'
          >,
          never
        >
    )[];
  }
>;

/** Grafana's type has only the tags of its own annotations here, and says that it should be a query. */
type AnnotationTarget = PrometheusQuery & { fromAnnotations: true };

type PanelOrRow = Board['panels'][number];

/** The heading of a row of panels. */
export type BoardRow = Extract<PanelOrRow, { type: 'row' }>;

/** A panel of one of the kinds in use. */
export type BoardPanel = Exclude<PanelOrRow, BoardRow>;

/** The panels of a board, without the headings of its rows. */
export const panelsOf = ({ panels }: Board): BoardPanel[] =>
  panels.filter((panel): panel is BoardPanel => panel.type !== 'row');

/** A panel of one kind. */
export type BoardPanelOf<Kind extends BoardPanel['type']> = Extract<BoardPanel, { type: Kind }>;
