import { type Loss, type LossCode, lossOf, type OfficePart, type ReadingThreads } from '@filemill/formats';
import type { Step } from '@filemill/worker';

const CODES: Readonly<Record<OfficePart, LossCode>> = {
  pictures: 'pictures_dropped',
  charts: 'charts_dropped',
  comments: 'comments_dropped',
  formulas: 'formulas_dropped',
  links: 'hyperlinks_dropped',
  layout: 'layout_dropped',
  media: 'media_dropped',
  scripts: 'scripts_dropped',
};

/** What LibreOffice drops in this step: what the input holds and the output lacks, and macros always. */
export async function lossesThroughLibreoffice(
  reading: ReadingThreads,
  { input, output, options }: Step,
): Promise<Loss[]> {
  const parts = await reading.run('officeParts', { path: input.path }, undefined);
  const lacks = output.format.write?.libreoffice?.lacks ?? [];
  return (
    parts
      .filter((part) => part === 'scripts' || lacks.includes(part))
      // Those that become notes of a PDF are not lost.
      .filter((part) => part !== 'comments' || options.comments !== 'notes')
      .map((part) => lossOf(CODES[part]))
  );
}
