import type { ApiError } from '@filemill/web-client';
import type { InputFormat } from '../../../lib/api/catalogue.js';
import type { Conversion } from '../api/conversion.js';

/** Where a listed file stands. `waiting`: a file before it is still being converted. */
export type ItemStatus =
  | 'detecting'
  | 'ready'
  | 'waiting'
  | 'uploading'
  | 'converting'
  | 'completed'
  | 'error'
  | 'cancelled'
  | 'refused';

export type Options = Readonly<Record<string, string | number | boolean>>;

/** One file of the list. */
export interface Item {
  readonly id: string;
  readonly file: File;
  readonly status: ItemStatus;
  /** What the file is, by its ending; the server judges by its content. */
  readonly input?: InputFormat;
  /** Format that was chosen for it. */
  readonly target?: string;
  readonly options: Options;
  /** Bytes of the upload that are sent. */
  readonly sentBytes: number;
  /** When the present stage began, Unix ms. */
  readonly stageStartedAt: number;
  readonly conversionId?: string;
  readonly conversion?: Conversion;
  readonly error?: ApiError;
  /** Why it is not taken: the title and the sentence that the toast also showed. */
  readonly refusal?: { readonly title: string; readonly text: string };
}

const RUNNING = new Set<ItemStatus>(['waiting', 'uploading', 'converting']);
const STARTABLE = new Set<ItemStatus>(['ready', 'error', 'cancelled']);

/** Whether it is on its way, so that its format cannot be changed. */
export const isRunning = ({ status }: Item): boolean => RUNNING.has(status);
/** Whether a format can be chosen and a conversion started. */
export const isStartable = ({ status }: Item): boolean => STARTABLE.has(status);
/** Whether the file has the format that was chosen already. */
export const isSkipped = (item: Item): boolean =>
  isStartable(item) && item.target !== undefined && item.target === item.input?.format;

/** How far a file is, 0 to 100: upload, conversion and storing weigh 3 : 5 : 1, as their segments are wide. */
export function itemPercent({ status, file, sentBytes, conversion }: Item): number {
  if (status === 'completed') return 100;
  const upload = file.size === 0 ? 1 : sentBytes / file.size;
  if (status === 'uploading') return (upload * 3 * 100) / 9;
  if (status !== 'converting') return 0;
  if (conversion?.stage === 'storing') return (8 * 100) / 9;
  return ((3 + ((conversion?.progress ?? 0) / 100) * 5) * 100) / 9;
}
