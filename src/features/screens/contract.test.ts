import { expect, it } from 'vitest';
import { parseBody } from '#platform/server/parse.ts';
import { refusalOf } from '#testing/refusal.ts';
import { putScreen } from './contract.ts';

const app = { kind: 'app', seconds: 20 };

it.each([
  ['no page', []],
  ['31 pages', Array(31).fill(app)],
  ['a tournament of no event', [{ kind: 'tournament', seconds: 20 }]],
  ['an event that is no tournament’s', [{ ...app, eventId: 'e' }]],
  ['a picture of none', [{ kind: 'picture', seconds: 20 }]],
  ['4 seconds', [{ ...app, seconds: 4 }]],
  ['an unknown kind', [{ kind: 'web', seconds: 20 }]],
])('a screen is refused with %s', (_, pages) => {
  const parsed = (plan: object) => refusalOf(() => parseBody(putScreen.body, plan));
  expect(parsed({ pages })).toMatchObject({ code: 'BAD_INPUT' });
  expect(parsed({ pages: [app] })).toMatchObject({ pages: [app] });
});
