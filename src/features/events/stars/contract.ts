/** docs/behaviour.md "Programme": an event that interests this visitor, without a place. */
import { z } from 'zod';
import { endpoint, id } from '#platform/contract.ts';

const params = z.object({ id: id() });

export const listStars = endpoint({
  route: 'GET /api/stars',
  summary: 'The ids of the events that interest this visitor; none without a cookie.',
  who: 'anyone',
  answer: z.array(z.string()),
});

export const addStar = endpoint({
  route: 'PUT /api/events/{id}/star',
  summary: 'Note that an event interests me. Its reminder comes as with a place.',
  who: 'anyone',
  params,
  bodiless: true,
  answer: z.object({ eventId: z.string() }),
  touches: ['stars'],
  idempotent: true,
});

export const removeStar = endpoint({
  route: 'DELETE /api/events/{id}/star',
  summary: 'Take the star of an event away; again it changes nothing.',
  who: 'visitor',
  params,
  answer: null,
  status: 204,
  touches: ['stars'],
});
