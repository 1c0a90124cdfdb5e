import { latency, median, throughput } from '../shared/measure.ts';
import { bare } from './bare.ts';
import { ms, rate, report, times } from './compare.ts';
import type { InputPaths } from './inputs.ts';
import { convert, type RunningStack } from './service.ts';

/** Compares a letter with LibreOffice as a process per file. */
export async function benchDocuments({ url }: RunningStack, input: InputPaths): Promise<void> {
  const toPdf = () => convert(url, input.letter, 'pdf');
  const letter = {
    bare: await latency(5, () => bare.letter(input.letter)),
    service: await latency(30, toPdf),
  };
  report(
    'one-page DOCX to PDF, alone, p50',
    { 'soffice per file': ms(letter.bare), service: ms(letter.service) },
    '<= 120 ms',
  );
  const bareLetters = await throughput(6, 2, () => bare.letter(input.letter));
  const letters = median([
    await throughput(100, 8, toPdf),
    await throughput(100, 8, toPdf),
    await throughput(100, 8, toPdf),
  ]);
  const gain = letters / (1 / letter.bare);
  report(
    '  saturated by many guests',
    {
      'soffice, 2 at once': rate(bareLetters),
      service: rate(letters),
      'against one soffice after another': times(gain),
    },
    '>= 20/s, >= 15 x',
  );
}
