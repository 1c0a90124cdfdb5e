import { bare } from './bare.ts';
import { compareAlone, compareSaturated, report, times } from './compare.ts';
import type { InputPaths } from './inputs.ts';
import { convert, type RunningStack } from './service.ts';

/** Compares a letter and a presentation with LibreOffice as a process per file. */
export async function benchDocuments({ url }: RunningStack, input: InputPaths): Promise<void> {
  const engine = 'soffice per file';
  const pairOf = (file: string) => ({
    engine,
    bare: () => bare.toPdf(file),
    service: () => convert(url, file, 'pdf'),
  });
  const letter = pairOf(input.letter);
  const alone = await compareAlone('one-page DOCX to PDF', letter, 15, '<= 120 ms');
  const saturation = { count: 40, bareInFlight: 2, serviceInFlight: 8 };
  const many = await compareSaturated(
    'saturated by many guests',
    letter,
    saturation,
    '>= 20/s, CPU <= 90 ms',
  );
  report(
    '  against one soffice after another',
    {
      speed: times(alone.seconds.bare / many.seconds.service),
      CPU: times(alone.processor.bare / many.processor.service),
    },
    '>= 15 x each',
  );
  await compareAlone('40 slides, PPTX to PDF', pairOf(input.slides), 5);
}
