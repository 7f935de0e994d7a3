/** What the picture of a shared link says, in letters that its fonts have. */
import type { FestivalEvent } from '#features/events/contract.ts';
import type { FestivalFacts } from '#features/festival/contract.ts';
import { longDay, timeRange } from '#platform/time.ts';
import type { PictureWords } from './draw-picture.ts';

/** The characters that one of the two fonts has (draw-picture.ts). */
const HAS =
  /[ -~\u00a1-\u00ac\u00ae-\u00b4\u00b6-\u0107\u010a-\u0113\u0116-\u011b\u011e-\u0123\u0126\u0127\u012a\u012b\u012e-\u0133\u0136\u0137\u0139-\u013e\u0141-\u0148\u014a-\u014d\u0150-\u015b\u015e-\u0165\u016a-\u017e\u0218-\u021b\u1e80-\u1e85\u1e9e\u2013\u2014\u2018-\u201a\u201c-\u201e\u2022\u2026\u2039\u203a\u20ac\u2122\u2212]/;
const MEANS = /[\p{L}\p{N}]/u;
const ACCENTS = /\p{M}/gu;

/**
 * Returns the text without emoji and other signs that the fonts lack, and letters without an accent that they lack; null when a
 * letter or digit would be lost.
 */
export function drawable(text: string): string | null {
  let drawn = '';
  for (const character of text.normalize('NFC').replace(/\s/gu, ' ')) {
    const plain = HAS.test(character) ? character : character.normalize('NFKD').replace(ACCENTS, '');
    if ([...plain].every((one) => HAS.test(one))) drawn += plain;
    else if (MEANS.test(character)) return null;
  }
  return drawn.replace(/ {2,}/g, ' ').trim();
}

const line = (text: string): string => drawable(text) ?? '';

/** Of a festival whose name cannot be drawn the picture says when it is, and of nothing more. */
export const festivalWords = ({ name, dates, place }: FestivalFacts): PictureWords => ({
  over: '',
  title: line(name.toUpperCase()),
  when: line(dates),
  where: line(place),
});

/** An event whose title cannot be drawn is shown by its festival, day and place. */
export function eventWords(festival: FestivalFacts, event: FestivalEvent): PictureWords {
  const { title, startTime, duration, location } = event;
  const own = line(title.toUpperCase());
  const name = line(festival.name);
  const { timeZone } = festival;
  return {
    over: own === '' ? '' : name,
    title: own === '' ? name.toUpperCase() : own,
    when: `${longDay(startTime, timeZone)} · ${timeRange(startTime, duration, timeZone)}`,
    where: line(location),
  };
}
