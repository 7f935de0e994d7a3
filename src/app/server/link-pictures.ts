/** Serves the pictures of shared links, and names them in the head of pages. */
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { noSuchEvent } from '#features/events/commands.ts';
import type { FestivalEvent } from '#features/events/contract.ts';
import { findEvent } from '#features/events/store.ts';
import type { Festival } from '#features/festival/contract.ts';
import { id } from '#platform/contract.ts';
import type { AnswerCache, Recipe } from '#platform/server/cache.ts';
import { gate } from '#platform/server/limits.ts';
import { partyOf } from '#platform/server/network.ts';
import { parseParams } from '#platform/server/parse.ts';
import { FOR_ALL, sendEntry } from '#platform/server/send-cached.ts';
import { drawPicture, PICTURE, type PictureWords } from './draw-picture.ts';
import type { ListFacts } from './page-lists.ts';
import { eventWords, festivalWords } from './picture-words.ts';

type PictureFacts = Pick<ListFacts, 'db' | 'readFestival'> & { readonly eventPages: AnswerCache };

const versionOf = (words: PictureWords): string =>
  createHash('sha256').update(JSON.stringify(words)).digest('base64url').slice(0, 10);

/** Shown by other sites too, which `same-origin` would refuse. */
const HEADERS = { ...FOR_ALL, 'content-type': 'image/png', 'cross-origin-resource-policy': 'cross-origin' };

/** Cached by its words: a place taken draws nothing. */
const recipeOf = (words: PictureWords): Recipe => ({
  key: `picture ${versionOf(words)}`,
  topics: [],
  make: async () => ({ body: await drawPicture(words), headers: HEADERS }),
});

const EVENT = z.object({ id: id() });

export function addLinkPictures(fastify: FastifyInstance, { db, readFestival, eventPages }: PictureFacts): void {
  // One at a time: a stranger who asks for every event's picture gets one core at most.
  const draws = gate({ atOnce: 1, queued: 64 });
  const send = async (request: FastifyRequest, reply: FastifyReply, words: PictureWords) => {
    const recipe = recipeOf(words);
    const drawn = eventPages.get(recipe) ?? eventPages.fresh(recipe, 0, (make) => draws(partyOf(request), make));
    return sendEntry(request, reply, await drawn);
  };
  fastify.get('/pictures/festival.png', async (request, reply) =>
    send(request, reply, festivalWords(await readFestival())),
  );
  fastify.get('/pictures/events/:id.png', async (request, reply) => {
    const event = await findEvent(db, parseParams(EVENT, request.params).id);
    if (event === null) throw noSuchEvent();
    return send(request, reply, eventWords(await readFestival(), event));
  });
}

export type LinkPicture = { readonly address: string; readonly alt: string; readonly size: typeof PICTURE };

/**
 * Returns the picture of a link to the festival, or to the event. The address is absolute only with PUBLIC_URL: pages are cached
 * for everybody, so they must not hold the address of one request. It changes with the words, because chats keep pictures.
 */
export function linkPicture(publicUrl: string | null, festival: Festival, event: FestivalEvent | null): LinkPicture {
  const words = event === null ? festivalWords(festival) : eventWords(festival, event);
  const path = event === null ? 'festival' : `events/${event.id}`;
  return {
    address: `${publicUrl ?? ''}/pictures/${path}.png?v=${versionOf(words)}`,
    alt: event === null ? `${festival.name}, ${festival.dates}, ${festival.place}` : `${event.title}, ${words.when}`,
    size: PICTURE,
  };
}
