import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerCalls, renderInPage, shownFestival } from '#testing/page.tsx';
import { shownMatches } from '#testing/shown-bracket.ts';
import { shownEvent } from '#testing/shown-event.ts';
import { userEvent } from '#testing/user-event.ts';
import type { Report } from '../contract.ts';
import { ReportedResults } from './ReportedResults.tsx';

const event = shownEvent({ tournamentType: 'single-elimination', bracketDrawn: true, reports: true });
const matches = shownMatches(['Rosa', 'Wanda', 'Mo', 'Kit'], [], { tournamentType: 'single-elimination' });
const [first, second] = matches;
const SINCE = '2025-11-13T17:59:00.000Z';
const reports: Report[] = [
  {
    ...{ matchId: first?.id ?? '', revision: first?.revision ?? 0, eventId: 'catan', eventTitle: event.title },
    ...{ state: 'disputed', since: SINCE, isForJudge: true, isOwn: false, mine: null },
    by: [
      { name: 'Rosa', result: { player1Score: 3, player2Score: 1 } },
      { name: 'Kit', result: { winner: 2 } },
    ],
  },
  {
    ...{ matchId: second?.id ?? '', revision: (second?.revision ?? 0) + 1, eventId: 'catan', eventTitle: event.title },
    ...{
      state: 'reported',
      since: SINCE,
      isForJudge: true,
      isOwn: false,
      mine: null,
      by: [{ name: 'Mo', result: { winner: 1 } }],
    },
  },
];

function open(admin = true) {
  const heard = answerCalls({
    'GET /api/matches?eventId=catan': () => ({ body: matches }),
    'GET /api/reports': () => ({ body: reports }),
    [`PATCH /api/matches/${first?.id}/score`]: () => ({ body: { ...first, status: 'done' } }),
  });
  renderInPage(<ReportedResults event={event} />, { admin, festival: { ...shownFestival, reports: true } });
  return heard;
}

it('shows both versions of a match that is still as it was reported, and enters one with one press', async () => {
  const heard = open();
  const row = within(await screen.findByRole('listitem'));
  expect(row.getByText('they differ')).toBeDefined();
  expect(row.getAllByRole('button').map(({ textContent }) => textContent?.replaceAll(/[\u2068\u2069]/g, ''))).toEqual([
    'Rosa 3 : 1 Kitsays Rosa',
    'Kit wonsays Kit',
  ]);
  await userEvent.click(row.getByRole('button', { name: /says Rosa/ }));
  await expect
    .poll(() => heard.find(({ call }) => call.startsWith('PATCH'))?.body)
    .toEqual({ player1Score: 3, player2Score: 1, expectedRevision: first?.revision });
});

it('asks for nothing on a phone that does not judge', async () => {
  const heard = open(false);
  await expect.poll(() => heard.map(({ call }) => call)).toEqual(['GET /api/matches?eventId=catan']);
});
