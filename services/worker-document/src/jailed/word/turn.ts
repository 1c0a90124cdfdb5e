import { boxAround, type Point } from './frame.js';
import type { Box, Character, Page, Ruling, TextStyle } from './model.js';

/** A character with the x of its origin, which no one needs once the page is level. */
export interface PlacedCharacter extends Character {
  readonly originX: number;
}

type PlacedPage = Omit<Page, 'characters' | 'otherCharacters'> & {
  readonly characters: PlacedCharacter[];
  readonly otherCharacters: PlacedCharacter[];
};

/** A page as it is read when most of its text stands upright: turned until that text is level. */
export function turnedLevel(page: PlacedPage): Page {
  const { otherCharacters, characters } = page;
  if (otherCharacters.length <= characters.length) return page;
  const angles = otherCharacters.map(({ style }) => style.angle).sort((a, b) => a - b);
  const angle = angles[Math.floor(angles.length / 2)] ?? 0;
  const readsUp = angle > 45 && angle < 135;
  if (!readsUp && !(angle > 225 && angle < 315)) return page;
  const turnPoint = ([x, y]: Point): Point => (readsUp ? [page.height - y, x] : [y, page.width - x]);
  const turnBox = <T extends Box>(box: T): T => ({
    ...box,
    ...boxAround([turnPoint([box.left, box.top]), turnPoint([box.right, box.bottom])]),
  });
  const styles = new Map<TextStyle, TextStyle>();
  const turnStyle = (style: TextStyle): TextStyle => {
    const turned = styles.get(style) ?? { ...style, angle: (style.angle + (readsUp ? 270 : 90)) % 360 };
    styles.set(style, turned);
    return turned;
  };
  const turnCharacter = (character: PlacedCharacter): Character => ({
    ...turnBox(character),
    baseline: turnPoint([character.originX, character.baseline])[1],
    style: turnStyle(character.style),
  });
  const turnRuling = (ruling: Ruling): Ruling => {
    const { direction, at, from, to } = ruling;
    const isLevel = direction === 'horizontal';
    const box = boxAround(
      (isLevel
        ? [
            [from, at],
            [to, at],
          ]
        : [
            [at, from],
            [at, to],
          ]
      ).map(([x = 0, y = 0]) => turnPoint([x, y])),
    );
    return isLevel
      ? { ...ruling, direction: 'vertical', at: box.left, from: box.top, to: box.bottom }
      : { ...ruling, direction: 'horizontal', at: box.top, from: box.left, to: box.right };
  };
  const isTurnedLevel = ({ style }: PlacedCharacter): boolean => {
    const turned = turnStyle(style).angle;
    return Math.min(turned, 360 - turned) < 8;
  };
  const stillOther = otherCharacters.filter((character) => !isTurnedLevel(character));
  return {
    ...page,
    width: page.height,
    height: page.width,
    characters: otherCharacters.filter(isTurnedLevel).map(turnCharacter),
    otherCharacters: [...characters, ...stillOther].map(turnCharacter),
    rulings: page.rulings.map(turnRuling),
    fills: page.fills.map(turnBox),
    curves: page.curves.map(turnBox),
    pictures: page.pictures.map(turnBox),
    links: page.links.map(turnBox),
    fields: page.fields.map(turnBox),
    turnedDegrees: readsUp ? 90 : 270,
  };
}
