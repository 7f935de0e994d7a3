import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { EventAwards } from '#features/events/contract.ts';
import { eventPointsQuery } from '#features/events/web/queries.ts';
import { answerCalls, type Reply, renderInPage } from '#testing/page.tsx';
import { shownEvent } from '#testing/shown-event.ts';
import { findDialog, userEvent } from '#testing/user-event.ts';
import { EventPoints } from './EventPoints.tsx';

const event = shownEvent({ status: 'completed', points: { places: [10, 5], takingPart: 0 } });
const award = { userId: 'u1', name: 'Rosa', reason: '1st in Catan Open', points: 10, given: 10 };
const GIVEN: EventAwards = { revision: 3, people: [award, { ...award, userId: null, name: 'Bo', given: 0 }] };
const CHANGED: EventAwards = {
  revision: 4,
  people: [
    { ...award, points: 5 },
    { ...award, userId: 'u2', name: 'Gus', points: 10, given: 5 },
  ],
};
const WORDS = 'The points given differ from the standings: Rosa 10 → 5, Gus 5 → 10.';

function open(first: EventAwards, replies: Record<string, () => Reply> = {}, shown = event) {
  let body = first;
  const heard = answerCalls({ 'GET /api/events/catan/points': () => ({ body }), ...replies });
  const { client } = renderInPage(<EventPoints event={shown} />, { at: '/admin/events/catan', admin: true });
  const become = async (next: EventAwards) => {
    body = next;
    await act(() => client.invalidateQueries(eventPointsQuery('catan')));
  };
  return { become, sent: () => heard.filter(({ call }) => call.startsWith('POST')).map(({ body: sent }) => sent) };
}

it('says nothing while the points are those of the standings', async () => {
  const { become } = open(GIVEN);
  await become(GIVEN);
  expect(screen.queryByRole('region')).toBeNull();
});

it('asks after a correction, and leaves the points when told so', async () => {
  const { become, sent } = open(GIVEN);
  await become(GIVEN);
  await become(CHANGED);
  await findDialog();
  await userEvent.click(screen.getByRole('button', { name: 'Leave them' }));
  await screen.findByText(WORDS);
  expect([screen.queryByRole('dialog'), sent()]).toEqual([null, []]);
});

it('gives them on yes, by the bracket that was shown', async () => {
  const body = { revision: 4, people: CHANGED.people.map((one) => ({ ...one, given: one.points })) };
  const { become, sent } = open(GIVEN, { 'POST /api/events/catan/points': () => ({ body, touches: 'points' }) });
  await become(GIVEN);
  await become(CHANGED);
  await userEvent.click((await findDialog()).querySelector('footer button:last-child, button:last-of-type') as Element);
  expect(sent()).toEqual([{ expectedRevision: 4 }]);
});

it('says so to who opens the page later, without asking', async () => {
  open(CHANGED);
  await screen.findByText(WORDS);
  expect(screen.queryByRole('dialog')).toBeNull();
});
