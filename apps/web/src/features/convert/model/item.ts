import type { ConversionView, FormatView, OptionValue } from '@filemill/api';
import type { PlanId } from '@filemill/product';
import type { ApiError } from '@filemill/web-client';

/**
 * State of a listed file. `waiting`: until a slot is free. `lost`: the page was reloaded before the file was sent, and
 * a page cannot read a file again by itself.
 */
export type ItemStatus =
  | 'detecting'
  | 'ready'
  | 'waiting'
  | 'uploading'
  | 'converting'
  | 'completed'
  | 'error'
  | 'cancelled'
  | 'lost'
  | 'refused';

export type Options = Readonly<Record<string, OptionValue>>;

/** Why a file is refused. */
export interface Refusal {
  /** Title and sentence that the toast also showed. */
  readonly title: string;
  readonly text: string;
  /** The plan that would accept it. */
  readonly remedy?: string;
  /** Link to that plan. */
  readonly plan?: PlanId;
}

/** One file of the list. */
export interface Item {
  readonly id: string;
  readonly name: string;
  readonly sizeBytes: number;
  /** Absent after a reload. */
  readonly file?: File;
  readonly status: ItemStatus;
  /** The files that it stands for, in order: they become one. */
  readonly parts?: readonly Item[];
  /** Format by the file's extension; the server checks the content. */
  readonly input?: FormatView;
  /** Format that was chosen for it. */
  readonly target?: string;
  /** Whether it is to be optimised, if it has the chosen format already. */
  readonly refines?: boolean;
  readonly options: Options;
  /** Bytes of the upload that are sent. */
  readonly sentBytes: number;
  /** When the present stage began, Unix ms. */
  readonly stageStartedAt: number;
  readonly conversionId?: string;
  /** Who uploaded it: `guest`, or the user's id. */
  readonly owner?: string;
  readonly conversion?: ConversionView;
  readonly error?: ApiError;
  readonly refusal?: Refusal;
}

/** A file that was just added. */
export const newItem = (file: File): Item => ({
  id: crypto.getRandomValues(new Uint32Array(2)).join('-'),
  name: file.name,
  sizeBytes: file.size,
  file,
  status: 'detecting',
  options: {},
  sentBytes: 0,
  stageStartedAt: 0,
});

const RUNNING = new Set<ItemStatus>(['waiting', 'uploading', 'converting']);
const STARTABLE = new Set<ItemStatus>(['ready', 'error', 'cancelled']);

/** Whether it is in progress, so that its format cannot be changed. */
export const isRunning = ({ status }: Item): boolean => RUNNING.has(status);
/** Whether a format can be chosen and a conversion started. */
export const isStartable = ({ status, file }: Item): boolean => STARTABLE.has(status) && file !== undefined;
/** Whether the file has the format already that was chosen for all, and nobody wants it optimised. */
export const isSkipped = (item: Item): boolean =>
  isStartable(item) &&
  item.parts === undefined &&
  item.refines !== true &&
  item.target !== undefined &&
  item.target === item.input?.format;
/** Whether it uses one of the plan's slots. */
export const isListed = ({ status }: Item): boolean => status !== 'refused' && status !== 'lost';

/** Progress of a file, 0 to 100: upload, conversion and storing weigh 3 : 5 : 1, like the widths of their segments. */
export function itemPercent({ status, sizeBytes, sentBytes, conversion }: Item): number {
  if (status === 'completed') return 100;
  const upload = sizeBytes === 0 ? 1 : sentBytes / sizeBytes;
  if (status === 'uploading') return (upload * 3 * 100) / 9;
  if (status !== 'converting') return 0;
  if (conversion?.stage === 'storing') return (8 * 100) / 9;
  return ((3 + ((conversion?.progress ?? 0) / 100) * 5) * 100) / 9;
}
