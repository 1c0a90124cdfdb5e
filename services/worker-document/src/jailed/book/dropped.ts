/** What may be removed from a page, or changed. */
export type Dropped = 'drawings' | 'forms' | 'media' | 'outside' | 'pictures' | 'scripts' | 'styles';

/** Receives each kind of loss. */
export type ReportDropped = (what: Dropped) => void;

/** Losses by the elements that are removed from a page. */
export const DROPPED_WITH: Readonly<Record<string, Dropped>> = {
  ...{ script: 'scripts', style: 'styles' },
  ...{ audio: 'media', video: 'media', object: 'media', embed: 'media', applet: 'media' },
  ...{ iframe: 'media', frame: 'media', frameset: 'media' },
  ...{ form: 'forms', input: 'forms', button: 'forms', select: 'forms', textarea: 'forms' },
};

/** Prints each word once, on its own line. */
export function printDropped(): ReportDropped {
  const printed = new Set<Dropped>();
  return (what) => {
    if (!printed.has(what)) console.log(what);
    printed.add(what);
  };
}
