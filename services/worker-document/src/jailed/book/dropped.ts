/** What may be left out of a page, or put in another way. */
export type Dropped = 'drawings' | 'forms' | 'media' | 'outside' | 'pictures' | 'scripts' | 'styles';

/** Hears of each thing that is left out. */
export type Tell = (what: Dropped) => void;

/** By the elements that are taken out of a page. */
export const DROPPED_WITH: Readonly<Record<string, Dropped>> = {
  ...{ script: 'scripts', style: 'styles' },
  ...{ audio: 'media', video: 'media', object: 'media', embed: 'media', applet: 'media' },
  ...{ iframe: 'media', frame: 'media', frameset: 'media' },
  ...{ form: 'forms', input: 'forms', button: 'forms', select: 'forms', textarea: 'forms' },
};

/** Says each word once, on a line of standard output. */
export function sayDropped(): Tell {
  const said = new Set<Dropped>();
  return (what) => {
    if (!said.has(what)) console.log(what);
    said.add(what);
  };
}
