import { fileURLToPath } from 'node:url';
import { createConverter } from '@filemill/worker/testing';
import { it } from '@jest/globals';
import { createEngine } from '../src/engines/libreoffice.engine.js';

const fixture = (name: string) => fileURLToPath(new URL(`./fixtures/${name}`, import.meta.url));
it('tries', async () => {
  const t0 = performance.now();
  const converter = await createConverter([createEngine], { slots: 1 });
  console.log('start', performance.now() - t0);
  for (const [name, from] of [['text.docx','docx'],['text.doc','doc'],['text.odt','odt'],['text.rtf','rtf'],['text.html','html'],['text.txt','txt'],['slides.pptx','pptx'],['slides.ppt','ppt'],['slides.odp','odp'],['cells.xlsx','xlsx'],['cells.xls','xls'],['cells.ods','ods']] as const) {
    const to = from.startsWith('p') || from === 'odp' ? ['pdf','pptx','ppt','odp'] : name.startsWith('cells') ? ['pdf','xlsx','xls','ods','csv'] : ['pdf','docx','doc','odt','rtf','txt','html'];
    for (const t of to) {
      if (t === from) continue;
      const t1 = performance.now();
      try {
        const r = await converter.convert({ input: fixture(name), from, to: t });
        process.stderr.write(`${from} ${t} ${(performance.now() - t1).toFixed(0)} ms ${JSON.stringify(r.outputs.map((o) => o.sizeBytes))}\n`);
      } catch (e) {
        process.stderr.write(`${from} ${t} FAILED ${(e as Error).message} ${((e as Error).cause as Error)?.message?.slice(0,300)}  ${JSON.stringify((e as any).params)} ${((e as any).cause as any)?.cause} ${JSON.stringify((e as any).cause?.params)}\n`);
      }
    }
  }
  await converter.close();
}, 100000);
