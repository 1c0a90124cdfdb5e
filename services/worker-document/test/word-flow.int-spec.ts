import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Converter, createConverter } from '@filemill/worker/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createEngine as libreoffice } from '../src/engines/libreoffice.engine.js';
import { createEngine as pages } from '../src/engines/pages.engine.js';
import { createEngine as pandoc } from '../src/engines/pandoc.engine.js';
import { HTML, type Outline, outlineOf } from './markup-outline.js';

const FIXTURE = fileURLToPath(new URL('fixtures/text.docx', import.meta.url));
const SENTENCES =
  'The mill stands by the river since the year of the great flood. Its wheel turns the whole year, as the water never freezes there. Three families have worked in it, and each of them has built a part of the house.';
/** A document with all that a text has; long enough for two pages. */
const MANUAL = `# The mill

${SENTENCES} More of it is [on its page](https://example.com/mill).

## Its parts

${SENTENCES} ${SENTENCES}

- The wheel drives the shaft.
- The stones grind the corn.
    - The lower one lies still.
    - The upper one turns.
- The sieve parts flour and bran.

### What they cost

| Part   | Pieces | Price   |
|--------|--------|---------|
| Wheel  | 1      | 1250.50 |
| Stone  | 2      | 310.00  |
| Sieve  | 4      | 12.75   |

## How it works

${SENTENCES} **Nobody may touch the shaft** while it turns.[^1]

1. Open the gate of the channel.
2. Wait until the wheel turns.
3. Let the corn fall between the stones.

${Array.from({ length: 8 }, () => SENTENCES).join('\n\n')}

[^1]: This rule hangs at the door.
`;

let converter: Converter;
beforeAll(async () => {
  converter = await createConverter([libreoffice, pages, pandoc]);
});
afterAll(() => converter.close());

async function convert(input: string, from: string, to: string, options = {}): Promise<string> {
  const { outputs } = await converter.convert({ input, from, to, options });
  return outputs[0]?.path as string;
}

interface BeforeAndAfter {
  readonly before: Outline;
  readonly after: Outline;
}

/** What pandoc finds in a Word file, and in the one that is made of it by LibreOffice as PDF, and of that by us. */
async function throughPdf(word: string): Promise<BeforeAndAfter> {
  const pdf = await convert(word, 'docx', 'pdf');
  return { before: await outline(word), after: await outline(await convert(pdf, 'pdf', 'docx')) };
}

async function outline(word: string): Promise<Outline> {
  return outlineOf(readFileSync(await convert(word, 'docx', 'html'), 'utf8'), HTML);
}

const wordsOf = ({ text }: Outline): string => text.replace(/[\s\ufeff]+/g, ' ').trim();

describe('a PDF as a Word file that flows', () => {
  it('has the headings, lists, tables, links and notes of the document that it was made of', async () => {
    const source = join(converter.folder, 'manual.md');
    writeFileSync(source, MANUAL);
    const { before, after } = await throughPdf(await convert(source, 'md', 'docx'));
    expect(before.items.length).toBeGreaterThan(5);
    expect(after.headings).toEqual(before.headings);
    expect(after.items).toEqual(before.items);
    expect(after.rows).toEqual(before.rows);
    expect(after.links).toEqual(before.links);
    expect(after.strong).toContain('Nobody may touch the shaft');
    expect(wordsOf(after)).toBe(wordsOf(before));
  });

  it('has the scripts and the picture of a Word file', async () => {
    const { before, after } = await throughPdf(FIXTURE);
    expect(after.headings).toEqual(before.headings);
    expect(wordsOf(after)).toBe(wordsOf(before));
  });
});
