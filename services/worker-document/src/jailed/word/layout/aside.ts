import type { Box, Character, Page } from '../model.js';
import type { Line } from './line.js';
import { least, most } from './numbers.js';
import type { Paragraph } from './paragraph.js';
import { type PitchOf, paragraphsOf } from './paragraphs.js';
import { rowsOf } from './rows.js';
import type { Glyph } from './scripts.js';
import { segmentsOf } from './segments.js';

/** Angles are told apart in steps of this many degrees. */
const STEP = 5;

/** Text at other angles: each angle is turned level and read as lines of its own. */
export function asideParagraphs(page: Page, pitchOf: PitchOf): Paragraph[] {
  const byAngle = Map.groupBy(
    page.otherCharacters,
    (character) => (Math.round(character.style.angle / STEP) * STEP) % 360,
  );
  return [...byAngle].flatMap(([angle, characters]) => {
    const seen = new Map<Glyph, Character>();
    const glyphs = characters.map((character) => {
      const glyph = turnLevel(character, angle);
      seen.set(glyph, character);
      return glyph;
    });
    const lines = segmentsOf(rowsOf(glyphs), []).flat();
    for (const line of lines) line.aside = { angle, box: boxAsSeen(line, seen) };
    const column = { left: least(lines, (line) => line.left), right: most(lines, (line) => line.right) };
    const paragraphs = paragraphsOf(lines, column, pitchOf);
    for (const paragraph of paragraphs) {
      paragraph.firstIndent = 0;
      paragraph.alignment = 'left';
    }
    return paragraphs;
  });
}

function turnLevel(character: Character, angle: number): Glyph {
  const turn = (angle * Math.PI) / 180;
  const x = (character.left + character.right) / 2;
  const y = (character.top + character.bottom) / 2;
  const across = x * Math.cos(turn) - y * Math.sin(turn);
  const down = x * Math.sin(turn) + y * Math.cos(turn);
  const half =
    angle % 90 === 0
      ? Math.abs(angle % 180 === 0 ? character.right - character.left : character.bottom - character.top) / 2
      : ('mwMW'.includes(character.text) ? 0.42 : 0.28) * character.size;
  return {
    ...character,
    left: across - half,
    right: across + half,
    top: down - 0.6 * character.size,
    bottom: down + 0.4 * character.size,
    baseline: down + 0.3 * character.size,
  };
}

function boxAsSeen(line: Line, seen: ReadonlyMap<Glyph, Character>): Box {
  const characters = line.glyphs
    .map((glyph) => seen.get(glyph))
    .filter((character) => character !== undefined);
  return {
    left: least(characters, (character) => character.left),
    top: least(characters, (character) => character.top),
    right: most(characters, (character) => character.right),
    bottom: most(characters, (character) => character.bottom),
  };
}
