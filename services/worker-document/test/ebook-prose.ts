/** The text of the test books, written for them. */

const MILL = [
  'Nobody in the valley remembered a year in which the mill had stood still. It had ground through two floods, one war and the long quarrel about the weir, and when the miller died his daughter only stopped the wheel for as long as it took to carry him up the hill.',
  'She kept the books as he had kept them, in a hand that leaned into the wind, one line for each sack that came and one for each that went. What was brought in the morning was gone by the evening, and she liked to say that a good mill is known by what it does not keep.',
  'The stranger came on a Thursday with a cart that no one had ever seen and a load that no one could name. He asked whether she would grind it. She asked whether it was wet. That, he said, was the first sensible question that anybody had put to him since the coast.',
];
const RIVER = [
  'Above the weir the river thinks about things; below it, it has made up its mind. Children are told to swim in the part that thinks. The miller’s daughter had always swum in the other, and once, at nine years of age, she had come out of it two villages further down, with a shoe that was not her own.',
  'On the far bank stood three poplars, which the map called four. The fourth had gone into the axle of the wheel before she was born, so the map was right in a manner of speaking, and the land surveyor, who was asked about it every few years, let it stand.',
  'It was the shoe that she thought of now. The cart had the same mark on its side that she had found, long ago, under the tongue of it: a circle, and in it a smaller circle that did not quite touch.',
];
const MARKET = [
  'Market days began with a bell that had a crack in it, so that they seemed to begin twice. The stranger set up no stall. He stood beside his cart and gave away small paper bags, one to a household, and in each there was a handful of the flour that she had made from what he had brought.',
  'Bread baked from it was ordinary bread. That was what people said, with some disappointment, until they noticed that the loaf of the Monday was as good on the Friday, and the crumbs, swept out of the door, were left alone by the birds.',
  '“You have ground it too well,” the stranger told her, and for the first time he did not look amused. “It was meant to take a year.” Then he unhitched the horse, which had waited for this, and walked away beside it without the cart.',
];

/** Chapter titles with their paragraphs, in English. */
export const CHAPTERS: readonly (readonly [title: string, paragraphs: readonly string[]])[] = [
  ['The Wheel', MILL],
  ['The River', RIVER],
  ['The Market', MARKET],
];

/** Paragraphs in other scripts, each with its language; the last two run from right to left. */
export const FOREIGN_PARAGRAPHS: readonly (readonly [language: string, text: string])[] = [
  ['ru', 'Мельница стояла на холме, и каждое утро ветер спрашивал её, куда сегодня дуть.'],
  ['zh', '山上有一座磨坊，河水在石头之间慢慢地想着自己的事情。'],
  ['ja', '丘の上の水車は、朝が来るたびに川の話を聞いていた。'],
  ['he', 'הטחנה עמדה על הגבעה והרוח שאלה אותה בכל בוקר לאן לנשוב.'],
  ['ar', 'كانت الطاحونة على التل وكان النهر يفكر ببطء.'],
];

/** Text of a note at the end of a page. */
export const FOOTNOTE =
  'The weir was measured again in the year of the second flood and found to be where it was.';
/** Text of a note at the end of a chapter. */
export const ENDNOTE =
  'Surveyors of that office were paid by the sheet, whether anything had changed on it or not.';
