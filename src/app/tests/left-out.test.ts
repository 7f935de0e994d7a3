import { expect, it } from 'vitest';
import { declaredEndpoints } from '#testing/contracts.ts';

const endpoints = await declaredEndpoints();
const said = { text: 'Lunch', urgent: false, audience: 'everybody' };
const keys = { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) };
const page = { kind: 'app', seconds: 10 };

it.each<[call: string, body: object, leftOut: object]>([
  ['POST /api/messages', said, { eventId: null, endsAt: null }],
  ['PUT /api/push/subscription', { endpoint: 'https://push.example.org/x', keys }, { kinds: null }],
  ['PUT /api/matches/{id}/call', {}, { table: null }],
  ['POST /api/users/{id}/points', { points: 5, reason: 'Won' }, { missionId: null, eventId: null }],
  ['PATCH /api/users/{id}/score', { score: 5 }, { expectedRevision: null }],
  ['POST /api/helpers', { name: 'Mira', role: 'door' }, { eventId: null, location: null, endsAt: null }],
  ['POST /api/claims', { userId: 'u', missionId: 'm' }, { note: null }],
  ['POST /api/claims/{id}/approve', {}, { points: null }],
  ['PUT /api/standings/freeze', { frozen: true }, { at: null }],
  [
    'PUT /api/screens/{name}',
    { pages: [page] },
    { location: null, pages: [{ ...page, eventId: null, pictureId: null }] },
  ],
])('%s takes null for what may be left out', (call, body, leftOut) => {
  const shape = endpoints.find((one) => one.route === call)?.body;
  const asStored = (sent: object) => JSON.stringify(shape?.parse(sent), (_, value) => value ?? undefined);
  expect(asStored({ ...body, ...leftOut })).toBe(asStored(body));
  for (const field of Object.keys(body)) expect(shape?.safeParse({ ...body, [field]: null }).success).toBe(false);
});
