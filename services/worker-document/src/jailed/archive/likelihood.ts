/** Logarithm of the probability of a text's characters in one encoding; never above zero. */
type Likelihood = (text: string) => number;

/** Characters that share a probability evenly. */
interface Zone {
  readonly test: (character: string) => boolean;
  readonly part: number;
  readonly size: number;
}

/** The same in all encodings; counted, because the second byte of a pair may be one of these codes. */
const NAME_CHARACTERS: Zone = { test: (character) => /[\w .()-]/.test(character), part: 1, size: 40 };
const OTHER_ASCII: Zone = { test: (character) => character <= '\x7f', part: 0.02, size: 40 };
/** Characters outside all zones: symbols, frames, rare characters. */
const RARE: Zone = { test: () => true, part: 0.01, size: 10_000 };

const zone = (pattern: RegExp, part: number, size: number): Zone => ({
  test: (character) => pattern.test(character),
  part,
  size,
});

function likelihood(...zones: Zone[]): Likelihood {
  const all = [NAME_CHARACTERS, OTHER_ASCII, ...zones];
  const known = new Map<string, number>();
  const scoreOf = (character: string): number => {
    const { part, size } = all.find(({ test }) => test(character)) ?? RARE;
    return Math.log(part / size);
  };
  return (text) => {
    let sum = 0;
    for (const character of text) {
      let value = known.get(character);
      if (value === undefined) {
        value = scoreOf(character);
        known.set(character, value);
      }
      sum += value;
    }
    return sum;
  };
}

/**
 * The characters of a national standard that are in common use, recognised by the first of two bytes: those standards put
 * the common ideographs first.
 */
function common(charset: string, firstLead: number, lastLead: number): Zone['test'] {
  const decoder = new TextDecoder(charset);
  const characters = new Set<string>();
  for (let lead = firstLead; lead <= lastLead; lead++) {
    for (let trail = 0x40; trail <= 0xfe; trail++) {
      const text = decoder.decode(Uint8Array.of(lead, trail));
      if ([...text].length === 1) characters.add(text);
    }
  }
  return (character) => characters.has(character);
}

const KANA = /[ぁ-ゖァ-ヺー・]/;
const japanese = (charset: string, firstLead: number, lastLead: number): Likelihood =>
  likelihood(
    zone(KANA, 0.45, 172),
    { test: common(charset, firstLead, lastLead), part: 0.5, size: 2_965 },
    zone(/[、-〿！-～　]/, 0.03, 110),
    zone(/[｡-ﾟ]/, 0.01, 63),
  );

/** Cyrillic: capitals begin words, so small letters are far more frequent. */
const cyrillic = likelihood(
  zone(/[а-яё]/, 0.85, 33),
  zone(/[А-ЯЁ]/, 0.12, 33),
  zone(/[№«»—–і-їІЇєЄґҐўЎ]/, 0.02, 16),
);

/** Latin with western European letters, the frequent ones first. */
const westernLetters = likelihood(
  zone(/[äöüßéèàçñóíáãêåøæ]/, 0.8, 19),
  zone(/[ÄÖÜÉúâîôûëïìòùõÅØÆ]/, 0.14, 19),
  zone(/[ÀÈÇÑÓÍÁÊÚÂÎÔÛËÏÌÒÙÃÕœŒŸÿ¡¿ªº°€–—’“”«»·ýþðÝÞÐ\u00a0]/, 0.05, 50),
);
/** Applied to each letter of a run: in these languages three of them hardly ever follow one another. */
const RUN_PENALTY = 3;
const western: Likelihood = (text) =>
  westernLetters(text) - RUN_PENALTY * (text.match(/[^\0-\x7f]{3,}/g) ?? []).join('').length;

/**
 * Encodings of names before UTF-8, by TextDecoder's names. The shares of zones are estimates; the decision works because
 * text that is decoded with the wrong encoding falls outside the zones. Of two equally likely encodings the first one
 * is used.
 */
export const LIKELIHOODS: Readonly<Record<string, Likelihood>> = {
  // KS X 1001: 2,350 syllables from B0 to C8.
  'euc-kr': likelihood(zone(/[가-힣]/, 0.97, 2_350), zone(/[一-鿿]/, 0.005, 4_888)),
  // JIS X 0208: the 2,965 kanji of level 1 from 889F to 9872, or from B0 to CF.
  shift_jis: japanese('shift_jis', 0x88, 0x98),
  'euc-jp': japanese('euc-jp', 0xb0, 0xcf),
  // GB 2312: the 3,755 hanzi of level 1 from B0 to D7.
  gb18030: likelihood(
    { test: common('gbk', 0xb0, 0xd7), part: 0.93, size: 3_755 },
    zone(/[一-鿿]/, 0.03, 17_000),
    zone(/[、-〿！-～　]/, 0.03, 110),
  ),
  // Big5: the 5,401 frequent hanzi from A4 to C6.
  big5: likelihood(
    { test: common('big5', 0xa4, 0xc6), part: 0.93, size: 5_401 },
    zone(/[一-鿿]/, 0.03, 7_652),
    zone(/[、-〿！-～　]/, 0.03, 110),
  ),
  ibm866: cyrillic,
  'windows-1251': cyrillic,
  'koi8-r': cyrillic,
  cp437: western,
  cp850: western,
  'windows-1252': western,
};
