import { readFileSync } from 'node:fs';
import { ROOT } from '@filemill/local-stack';
import { describe, expect, it } from '@jest/globals';

/** The rooms of each folder, from top to bottom; the names on one line are separated by spaces. */
type Rooms = Readonly<Record<string, readonly string[]>>;

/** The list whose order is enforced, without the files between the rooms. */
async function listedRooms(): Promise<Record<string, string[]>> {
  const { ROOMS }: { ROOMS: Rooms } = await import(`${ROOT}/.dependency-cruiser.mjs`);
  const entries = Object.entries(ROOMS).map(([folder, lines]) => {
    const folders = lines.map((line) => line.split(' ').filter((name) => !/\.tsx?$/.test(name)));
    return [
      folder.replace(/^(services|packages)\//, '').replace('/src', ''),
      folders.filter((names) => names.length > 0).map((names) => names.sort().join(' ')),
    ];
  });
  return Object.fromEntries(entries);
}

/** The same as docs/architecture.md draws it: a line begins with the name of the folder, or continues the one before. */
function drawnRooms(): Record<string, string[]> {
  const page = readFileSync(`${ROOT}/docs/architecture.md`, 'utf8');
  const [, section = ''] = page.split('\n## Rooms\n');
  const [, drawing = ''] = section.split('```\n');
  const lines = drawing.replaceAll(/\n +/g, ' ').trim().split('\n');
  return Object.fromEntries(
    lines.map((line) => {
      const [, folder = '', rooms = ''] = /^(\S+) +(.*)$/.exec(line) ?? [];
      return [folder, rooms.split('›').map((names) => names.trim().split(/ +/).sort().join(' '))];
    }),
  );
}

describe('docs/architecture.md', () => {
  it('draws the rooms in the order that .dependency-cruiser.mjs enforces', async () => {
    expect(drawnRooms()).toEqual(await listedRooms());
  });
});
