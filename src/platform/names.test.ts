import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '#testing/texts.ts';
import {
  cleanName,
  compareNames,
  finder,
  INPUT_LIMIT,
  looseKey,
  looseKeyOfKey,
  NAME_LIMIT,
  nameKey,
  nameToSearch,
  textToSearch,
} from './names.ts';

const MISSING = { problem: 'is missing' };
const UNSHOWABLE = { problem: 'holds characters that cannot be shown' };
const TOO_LONG = { problem: 'is longer than 60 characters' };

/** Pieces of pasted and hostile names. Random combinations test how the rules interact. */
const SHARDS = [
  ...'aBßẞİıΣςﬁŉǰᾴ\u0345Ａé\u0307´Åꭰ Ꭰ',
  ...'1#\u20e3\ufe0e\ufe0f\u200d\u200c\u200b\u2060\ufeff\u00ad\u034f',
  ...'👨👩🏽♂🇩🇪🏴\u{e0067}\u{e0062}\u{e0065}\u{e007f}\u{e0100}葛',
  ...'각가\u115f\u1160\u3164\uffa0が\u3099ش\u064b',
  ...' \t\n\u0085\u00a0\u2028\u3000\u2800-’ʻ.^øæ',
  ...['e\u0301', 'ｶﾞ', 'नि'],
];
const shards = fc.array(fc.constantFrom(...SHARDS), { maxLength: 24 }).map((parts) => parts.join(''));
const anyText = fc.oneof(
  shards,
  fc.string({ unit: anyCharacter, maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
);

const nameOf = (raw: string): string | undefined => {
  const verdict = cleanName(raw);
  return 'name' in verdict ? verdict.name : undefined;
};
const cleanNames = anyText.map(nameOf).filter((name) => name !== undefined);

it.each([
  ['Jo', 'Jo'],
  ['  Mary  Ann ', 'Mary Ann'],
  ['Mary\tAnn\r\n', 'Mary Ann'],
  ['Mary\u00a0\u2003\u3000\u2028Ann\u0085', 'Mary Ann'],
  ['Mary\u2800', 'Mary'],
  ['Zoe\u0308', 'Zoë'],
  ['A\u200bl\u200ce\u200dx\ufeff\u00ad\u2060\u3164', 'Alex'],
  ['Alex\u200e\u200f\u061c', 'Alex'],
  ['ﬁn', 'ﬁn'],
  ['<script>', '<script>'],
  ["O'Brien; DROP TABLE", "O'Brien; DROP TABLE"],
  ['שָׁלוֹם', 'שָׁלוֹם'],
  ['نور', 'نور'],
])('cleanName shows %j as %j', (raw, name) => {
  expect(cleanName(raw)).toEqual({ name });
});

it.each(['👨‍👩‍👧', '🕵🏽‍♂️', '❤️', '☺︎', '1️⃣', '🇩🇪', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🧑🏿‍🚀 Ash'])(
  'cleanName keeps the emoji in %j intact',
  (name) => {
    expect(cleanName(name)).toEqual({ name });
  },
);

it('cleanName drops joiners, selectors and tags outside emoji', () => {
  expect(cleanName('a\u200d👩\u200d b\ufe0f \u{e0067}1\ufe0f 🏴\u{e0067}')).toEqual({ name: 'a👩 b 1 🏴' });
});

it.each([
  ...[...'\0\u0007\u001b\u007f\u0090\u202e\u202a\u2066\u2069\ufffe\ufffa', '\ud83d'].map((bad) => `Al${bad}ex`),
  ...['\udc00Alex', '\u0000'],
])('cleanName refuses %j', (raw) => {
  expect(cleanName(raw)).toEqual(UNSHOWABLE);
});

it.each(['', '   ', '\t\n', '\u200b', '\u3164\u115f\uffa0', '\u200d\ufe0f', '\u2800', '\u00ad \u2060'])(
  'cleanName calls %j missing',
  (raw) => {
    expect(cleanName(raw)).toEqual(MISSING);
  },
);

it.each(['Аdmin', 'Αdmin', 'Adm\u0456n', 'Admin Аdmin', 'Яndex', 'ALPHΑ'])(
  'cleanName refuses the word of two alphabets in %j',
  (raw) => {
    expect(cleanName(raw)).toEqual({ problem: 'mixes letters of two alphabets in one word' });
  },
);

it.each(['Anna Иванова', 'Ω-Team', 'Kate (Катя)', 'Łukasz', 'Ёлкин', 'Νίκος 2'])('cleanName accepts %j', (name) => {
  expect(cleanName(name)).toEqual({ name });
});

it('cleanName counts code points after cleaning', () => {
  expect(cleanName('x'.repeat(NAME_LIMIT))).toEqual({ name: 'x'.repeat(60) });
  expect(cleanName('x'.repeat(61))).toEqual(TOO_LONG);
  expect(cleanName('🎲'.repeat(60))).toEqual({ name: '🎲'.repeat(60) });
  expect(cleanName('🎲'.repeat(61))).toEqual(TOO_LONG);
  expect(cleanName(` ${'e\u0301'.repeat(60)}\u200b `)).toEqual({ name: 'é'.repeat(60) });
});

it.each(['\u0301'.repeat(5), '\u0300 \u20dd', '\u3099'])(
  'cleanName refuses marks without a character to stand on: %j',
  (raw) => {
    expect(cleanName(raw)).toEqual(MISSING);
  },
);

it('cleanName is idempotent, and leaves nothing invisible outside emoji', () => {
  fc.assert(
    fc.property(cleanNames, (name) => {
      expect(cleanName(name)).toEqual({ name });
      expect(name).toBe(name.normalize('NFC').trim());
      expect(name).not.toMatch(/\p{Cc}|\p{Cs}|[^\S ]| {2}|[\u200b\u202a-\u202e\u2066-\u2069\u3164]/u);
      expect(nameKey(name)).not.toBe('');
    }),
  );
});

it.each([
  ['straße', ['STRASSE', 'Straße', 'STRAẞE', 'ｓｔｒａßｅ']],
  ['Οδοσ', ['ΟΔΟΣ', 'οδος', 'Οδο\u200bς']],
  ['ﬁn', ['fin', 'FIN', 'ＦＩＮ', 'ﬁＮ']],
  ['İzmir', ['i̇zmir', 'I\u0307ZMIR']],
  ['Kırmızı', ['KIRMIZI', 'kirmizi']],
  ['Ꭰꭰ', ['ꭰꭰ', 'ᎠᎠ']],
  ['Zoë', ['ZOË', 'Zoe\u0308', 'ｚｏë']],
  ['ᾴ', ['ΆΙ', 'α\u0345\u0301']],
  ['Mary Ann', ['mary\u3000ann', ' MARY  ANN\u200b', 'Ma\u00adry\tAnn']],
  ['👨‍👩', ['👨👩']],
  ['가', ['가', 'ᄀ\u3164ᅡ']],
])('nameKey is the same for %j and %j', (name, others) => {
  expect(others.map(nameKey)).toEqual(others.map(() => nameKey(name)));
});

it('nameKey differs by accents, punctuation, spaces and emoji', () => {
  const names = ['Zoe', 'Zoë', 'Zo e', 'Zo-e', 'Zoe 🎲', 'izmir', 'İzmir'];
  expect(new Set(names.map(nameKey)).size).toBe(names.length);
});

it('nameKey keeps names of different alphabets apart', () => {
  const names = ['Анна', 'Anna', 'Иван', 'Вера', 'Bepa', 'Том', 'Tom', 'Ана', 'Аһа', 'Νίκος', 'Никос', 'Aca', 'Аса'];
  expect(new Set(names.map(nameKey)).size).toBe(names.length);
});

it('nameKey has exactly this value, because keys are stored', () => {
  expect(['Straße', 'ΟΔΟΣ', 'İ', ' ＺＯË  O’Brien ', 'J\u030c', '①ﷺ'].map(nameKey)).toEqual([
    'strasse',
    'οδοσ',
    'i\u0307',
    'zoë o’brien',
    '\u01f0',
    '1صلى الله عليه وسلم',
  ]);
});

it('nameKey is idempotent, and ignores case, cleaning and zero-width characters', () => {
  fc.assert(
    fc.property(cleanNames, (name) => {
      const key = nameKey(name);
      const others = [key, name.toUpperCase(), name.toLowerCase(), `\u200b${name}\u2060`, [...name].join('\u034f')];
      expect(others.map(nameKey)).toEqual(others.map(() => key));
    }),
  );
});

it('nameKey ignores width', () => {
  const ascii = fc.string({ unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)) });
  fc.assert(
    fc.property(ascii, (name) => {
      const wide = name.replace(/./g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0));
      expect(nameKey(wide)).toBe(nameKey(name));
    }),
  );
});

it('nameKey and looseKey are idempotent for every character of Unicode that is assigned', { timeout: 60_000 }, () => {
  const restless: string[] = [];
  for (let code = 0; code <= 0x10ffff; code++) {
    const letter = String.fromCodePoint(code);
    if (/\p{Cn}|\p{Co}/u.test(letter)) continue;
    for (const keyOf of [nameKey, looseKey]) {
      const key = keyOf(letter);
      if (key !== letter && keyOf(key) !== key) restless.push(code.toString(16));
    }
  }
  expect(restless).toEqual([]);
});

it.each([
  ['Zoë O’Brien', ['zoe obrien', "ZOE O'BRIEN", 'Zoe-OBrien.']],
  ['Søren Łoś', ['soren los']],
  ['Þórður', ['thordur']],
  ['Weißs', ['weisss']],
  ['Æsop', ['aesop']],
  ['Kaʻiulani', ["ka'iulani", 'Kaiulani']],
  ['İbrahim', ['ibrahim', 'Ibrahim']],
  ['Mary-Ann', ['mary ann', 'maryann']],
  ['Ёлкин', ['елкин']],
  ['ΟΔΟΣ Α', ['οδός α']],
  ['مُحَمَّد', ['محمد']],
])('looseKey matches %j when typed as %j', (name, typed) => {
  expect(typed.map(looseKey)).toEqual(typed.map(() => looseKey(name)));
});

it('looseKey keeps letters apart that only look accented', () => {
  expect(looseKey('राम')).not.toBe(looseKey('रमा'));
  expect(looseKey('か')).not.toBe(looseKey('が'));
  expect(looseKey('Jo')).not.toBe(looseKey('Jon'));
});

it('looseKey is empty for a name of punctuation only', () => {
  expect(looseKey('!?! ...')).toBe('');
});

it('looseKey is idempotent, and depends on the key alone', () => {
  fc.assert(
    fc.property(anyText, (name) => {
      const loose = looseKey(name);
      expect([looseKey(loose), looseKey(nameKey(name)), nameKey(loose)]).toEqual([loose, loose, loose]);
      expect(loose).not.toMatch(/[\p{P}\s]/u);
    }),
  );
});

describe('finder', () => {
  const isFound = (typed: string, text: string) => finder(typed)(textToSearch(text));

  it.each([
    ["dragon's", 'Dragon’s lair'],
    ['dragon’s', "Dragon's lair"],
    ['dragons', 'Dragon´s lair'],
    ['“lair”', 'dragon lair'],
    ['strasse', 'Große Straße'],
    ['GROSSE STRAẞE', 'grosse strasse'],
    ['thor', 'Þór'],
    ['þor', 'Thor'],
    ['lodz', 'ŁÓDŹ'],
    ['łodz', 'Lodz'],
    ['gudrun dorde', 'Guðrún Đorđe'],
    ['kirmizi IZMIR', 'Kırmızı İzmir'],
    ['aeroe coeur', 'Ærø Cœur'.replace('ø', 'œ')],
    ['ｄｕｎｅ', 'Dune'],
    ['spider-man', 'Spider–Man'],
    ['test robin', 'Robin de la Test'],
    ['Robin Test', 'Robin de la Test'],
    ['d&d', 'D&D for beginners'],
    ['K.1.105', 'Room K.1.105'],
    ['k-1-105', 'Room K.1.105'],
    ['anne-marie', 'Anne Marie'],
    ['anne-marie', 'AnneMarie'],
    ['Anne Marie', 'Anne-Marie'],
    ['annemarie', 'Anne–Marie'],
    ['-1', 'Level \u22121'],
    ['\u22121', 'Level -1'],
    ['st.', 'St Claire'],
    ['(lair)', 'Dragon lair'],
    ['#1', 'Game 1'],
    ['-', 'anything'],
    [' ', 'anything'],
    ["'", 'anything'],
  ])('finds by %j the text %j', (typed, text) => {
    expect(isFound(typed, text)).toBe(true);
  });

  it.each([
    ['d&d', 'Daddy adds'],
    ['1-1', 'Team 11'],
    ['-1', 'Level 1'],
    ['co-op', 'Disco, opens late'],
    ['robin best', 'Robin de la Test'],
    ['art', 'Bar tab'],
    ['x'.repeat(501), 'x'.repeat(600)],
  ])('does not find by %j the text %j', (typed, text) => {
    expect(isFound(typed, text)).toBe(false);
  });
});

it.each([
  ['maryann', 'Mary-Ann'],
  ['mary-ann', 'Mary Ann'],
  ['maryann', 'Mary Ann'],
  ['obrien', "O'Brien"],
  ["o'brien", 'O Brien'],
  ['jrr', 'J. R. R. Tolkien'],
  ['j.r.r.', 'JRR'],
  ['rosa@x.example', 'rosa@x.example'],
  ['robin test', 'Test Robin'],
  ['ukasz', 'Łukasz'],
  ['سامي', 'سامي'],
  ['🦀', '🦀'],
])('finds by %j the person %j', (typed, name) => expect(finder(typed)(nameToSearch(name))).toBe(true));

it.each([
  ['1-1', 'Team 11'],
  ['d&d', 'Daddy Adds'],
  ['-1', 'Team 1'],
])('does not find by %j the person %j', (typed, name) => expect(finder(typed)(nameToSearch(name))).toBe(false));

describe('an input over 500 code units', () => {
  /** Throws when it is normalised or matched: only the length of an overlong text may be read. */
  class Untouchable extends String {
    override normalize(): never {
      throw new Error('normalised');
    }
    override replace(): never {
      throw new Error('matched');
    }
    override toString(): never {
      throw new Error('read');
    }
    [Symbol.toPrimitive](): never {
      throw new Error('read');
    }
  }
  const text = (length: number) => new Untouchable('\u0301'.repeat(length)) as unknown as string;

  it('is refused without reading more than its length', () => {
    expect(cleanName(text(INPUT_LIMIT + 1))).toEqual(TOO_LONG);
    expect([nameKey(text(INPUT_LIMIT + 1)), looseKey(text(INPUT_LIMIT + 1))]).toEqual(['', '']);
  });

  it.each([cleanName, nameKey, looseKey])('%o reads an input of 500: shows that the trap works', (read) => {
    expect(() => read(text(INPUT_LIMIT))).toThrow(/normalised|matched|read/);
  });

  it('a key over 500 code units still has a loose key when its name is short', () => {
    const key = nameKey('ﷺ'.repeat(NAME_LIMIT));
    expect(key.length).toBeGreaterThan(INPUT_LIMIT);
    expect(looseKeyOfKey(key)).toBe(looseKey('ﷺ'.repeat(NAME_LIMIT)));
    expect(looseKeyOfKey(key)).not.toBe('');
  });
});

it('compareNames sorts letters with accents beside those without, capitals beside small ones, and numbers by value', () => {
  const sorted = ['Åsa', 'Olga', 'Team 2', 'Team 10', 'Zoe', 'zoë'];
  expect(['zoë', 'Team 10', 'Åsa', 'Zoe', 'Team 2', 'Olga'].sort(compareNames)).toEqual(sorted);
});
