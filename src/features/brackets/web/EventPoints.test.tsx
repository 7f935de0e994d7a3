import { useQueryClient } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { EventAwards } from '#features/events/contract.ts';
import { GiveTo, type GiveToProps } from '#features/events/web/StaffParts.tsx';
import { eventPointsQuery } from '#features/events/web/state.ts';
import { answerCalls, type Reply, renderInPage } from '#testing/page.tsx';
import { shownEvent } from '#testing/shown-event.ts';
import { userEvent } from '#testing/user-event.ts';
import { EventPoints } from './EventPoints.tsx';

const event = shownEvent({ status: 'completed', points: { places: [10, 5], takingPart: 0 } });
const award = {
  placeId: 'r-1',
  userId: 'u1',
  chosen: null,
  name: 'Rosa',
  reason: '1st in Catan Open',
  points: 10,
  given: 10,
};
const GIVEN: EventAwards = {
  revision: 3,
  people: [award, { ...award, placeId: 'r-2', userId: null, name: 'Bo', given: 0 }],
};
const CHANGED: EventAwards = {
  revision: 4,
  people: [
    { ...award, points: 5 },
    { ...award, userId: 'u2', name: 'Gus', points: 10, given: 5 },
  ],
};
const WORDS = 'Change the points, too? By the standings now: Rosa 10 → 5, Gus 5 → 10.';

/** A message of the live stream makes the page ask again. */
function Again() {
  const client = useQueryClient();
  return (
    <button type="button" onClick={() => void client.invalidateQueries(eventPointsQuery('catan'))}>
      Again
    </button>
  );
}

function open(first: EventAwards, replies: Record<string, () => Reply> = {}) {
  let body = first;
  const heard = answerCalls({ 'GET /api/events/catan/points': () => ({ body }), ...replies });
  const page = (
    <>
      <EventPoints event={event} />
      <Again />
    </>
  );
  renderInPage(page, { at: '/admin/events/catan', admin: true });
  const asked = () => heard.filter(({ call }) => call.startsWith('GET /api/events/catan')).length;
  return {
    async become(next: EventAwards) {
      await waitFor(() => expect(asked()).toBe(1));
      body = next;
      await userEvent.click(screen.getByText('Again'));
      await waitFor(() => expect(asked()).toBe(2));
    },
    sent: () => heard.filter(({ call }) => call.startsWith('POST')).map(({ body: sent }) => sent),
  };
}

it('says nothing while the points are those of the standings', async () => {
  const { become } = open(GIVEN);
  await become(GIVEN);
  expect(screen.queryByRole('region')).toBeNull();
});

it('asks after a correction, and gives them by the bracket that was shown', async () => {
  const body = { revision: 4, people: CHANGED.people.map((one) => ({ ...one, given: one.points })) };
  const { become, sent } = open(GIVEN, { 'POST /api/events/catan/points': () => ({ body, touches: 'points' }) });
  await become(CHANGED);
  await screen.findByText(WORDS);
  expect(sent()).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Give these points' }));
  await waitFor(() => expect(sent()).toEqual([{ expectedRevision: 4 }]));
});

it('asks who opens the page later', async () => {
  open(CHANGED);
  await screen.findByText(WORDS);
});

const Change = ({ award: { name } }: GiveToProps) => <span>Change for {name}</span>;

it('offers to change an account that an organiser chose, after the completion too', async () => {
  const people = [award, { ...award, placeId: 'r-2', userId: 'u2', chosen: 'Kim', name: 'Kay' }];
  answerCalls({ 'GET /api/events/catan/points': () => ({ body: { revision: 3, people } }) });
  renderInPage(
    <GiveTo value={Change}>
      <EventPoints event={event} />
    </GiveTo>,
    { at: '/admin/events/catan', admin: true },
  );
  await screen.findByText('Change for Kay');
  expect(screen.getByRole('list', { name: 'Points whose account you choose' }).textContent).toMatch(
    /^10 points of .?Kay.?: to .?Kim.?, as an organiser chose\.Change for Kay$/,
  );
});
