import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { listWinners } from '#features/brackets/commands/reads.ts';
import type { Winners } from '#features/brackets/contract.ts';
import { noSuchEvent } from '#features/events/commands.ts';
import type { FestivalEvent } from '#features/events/contract.ts';
import { findEvent, publicEvents } from '#features/events/store.ts';
import type { Festival, FestivalFacts } from '#features/festival/contract.ts';
import { id } from '#platform/contract.ts';
import { listed } from '#platform/numbers.ts';
import type { AnswerCache, Recipe } from '#platform/server/cache.ts';
import { partyOf } from '#platform/server/caller.ts';
import { gate } from '#platform/server/limits.ts';
import { parseParams } from '#platform/server/parse.ts';
import { FOR_ALL, sendEntry } from '#platform/server/send-cached.ts';
import { longDay, timeRange } from '#platform/time.ts';
import { drawPicture, PICTURE, type PictureWords } from './draw-picture.ts';
import type { ListFacts } from './page-lists.ts';

/** Characters that one of the two fonts has (draw-picture.ts). */
const HAS =
  /[ -~\u00a1-\u00ac\u00ae-\u00b4\u00b6-\u0107\u010a-\u0113\u0116-\u011b\u011e-\u0123\u0126\u0127\u012a\u012b\u012e-\u0133\u0136\u0137\u0139-\u013e\u0141-\u0148\u014a-\u014d\u0150-\u015b\u015e-\u0165\u016a-\u017e\u0218-\u021b\u1e80-\u1e85\u1e9e\u2013\u2014\u2018-\u201a\u201c-\u201e\u2022\u2026\u2039\u203a\u20ac\u2122\u2212]/;
const MEANS = /[\p{L}\p{N}]/u;
const ACCENTS = /\p{M}/gu;

/** Without emoji and accents that the fonts lack; null when a letter or digit would be lost. */
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

/** A name that cannot be drawn is left out. */
export const festivalWords = ({ name, dates, place }: FestivalFacts): PictureWords => ({
  over: '',
  title: line(name.toUpperCase()),
  when: line(dates),
  where: line(place),
});

/** A title that cannot be drawn is replaced by festival, day and place. */
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

/** Characters of a line that most names leave whole. */
const LINE = 35;

/** Those that fit in a line, or the first. 'Rosa, Theo and 3 more' */
function firstNames(names: readonly string[]): string {
  const drawn = names.map(line).filter((name) => name !== '');
  const wordsOf = (count: number): string =>
    listed([...drawn.slice(0, count), ...(count < names.length ? [`${names.length - count} more`] : [])]);
  const counts = drawn.map((_, index) => index + 1);
  return drawn.length === 0 ? '' : wordsOf(counts.findLast((count) => wordsOf(count).length <= LINE) ?? 1);
}

/** Who won tournaments, each once. */
export const winnersWords = ({ name, dates }: FestivalFacts, { tournaments }: Winners): PictureWords => ({
  over: line(name),
  title: 'THE WINNERS',
  when: firstNames([...new Set(tournaments.flatMap(({ names }) => names))]),
  where: line(dates),
});

type PictureFacts = Pick<ListFacts, 'db' | 'readFestival'> & { readonly eventPages: AnswerCache };

const versionOf = (words: PictureWords): string =>
  createHash('sha256').update(JSON.stringify(words)).digest('base64url').slice(0, 10);

/** Other sites show it too, which `same-origin` would refuse. */
const HEADERS = { ...FOR_ALL, 'content-type': 'image/png', 'cross-origin-resource-policy': 'cross-origin' };

const recipeOf = (words: PictureWords): Recipe => ({
  key: `picture ${versionOf(words)}`,
  topics: [],
  make: async () => ({ body: await drawPicture(words), headers: HEADERS }),
});

const EVENT = z.object({ id: id() });

export function addLinkPictures(fastify: FastifyInstance, { db, readFestival, eventPages }: PictureFacts): void {
  // A stranger who asks for every event's picture, or for the winners again and again, gets one core at most.
  const draws = gate({ atOnce: 1, queued: 64 });
  const send = async (request: FastifyRequest, reply: FastifyReply, words: PictureWords) => {
    const recipe = recipeOf(words);
    const drawn = eventPages.get(recipe) ?? eventPages.fresh(recipe, 0, (make) => draws(partyOf(request), make));
    return sendEntry(request, reply, await drawn);
  };
  fastify.get('/pictures/festival.png', async (request, reply) =>
    send(request, reply, festivalWords(await readFestival())),
  );
  fastify.get('/pictures/winners.png', async (request, reply) => {
    const winners = await draws(partyOf(request), () => listWinners(db));
    return send(request, reply, winnersWords(await readFestival(), winners));
  });
  fastify.get('/pictures/events/:id.png', async (request, reply) => {
    const event = await findEvent(db, parseParams(EVENT, request.params).id, publicEvents(db));
    if (event === null) throw noSuchEvent();
    return send(request, reply, eventWords(await readFestival(), event));
  });
}

export type LinkPicture = { readonly address: string; readonly alt: string; readonly size: typeof PICTURE };

/** What a page is about; null for the festival. */
export type Subject = FestivalEvent | Winners | null;

/**
 * Absolute only with PUBLIC_URL: pages are cached for everybody, so they must not hold the address of one request. The
 * address changes with the words, because chats keep pictures.
 */
export function linkPicture(publicUrl: string | null, festival: Festival, subject: Subject): LinkPicture {
  const pictureAt = (path: string, words: PictureWords, alt: string): LinkPicture => ({
    address: `${publicUrl ?? ''}/pictures/${path}.png?v=${versionOf(words)}`,
    alt,
    size: PICTURE,
  });
  const { name, dates, place } = festival;
  if (subject === null) return pictureAt('festival', festivalWords(festival), `${name}, ${dates}, ${place}`);
  if ('tournaments' in subject) {
    const words = winnersWords(festival, subject);
    return pictureAt('winners', words, `The winners of ${name}${words.when && `: ${words.when}`}`);
  }
  const words = eventWords(festival, subject);
  return pictureAt(`events/${subject.id}`, words, `${subject.title}, ${words.when}`);
}
