import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { sendAll } from '#platform/web/unsent-sender.ts';
import { dropUnsent } from '#platform/web/unsent-writes.ts';
import { withIndexedDb } from '#testing/indexed-db.ts';
import { answerCalls, type Heard, NOW, type Reply, renderInPage, shownFestival } from '#testing/page.tsx';
import { shownMatches } from '#testing/shown-bracket.ts';
import { shownEvent } from '#testing/shown-event.ts';
import { userEvent } from '#testing/user-event.ts';
import type { SaidResult } from '../../contract.ts';
import { NextMatch } from '../../web/NextMatch.tsx';
import type { Report, Version } from '../contract.ts';
import { MyReport } from './MyReport.tsx';
import { ReportNews } from './ReportNews.tsx';
import { REPORT_SENDERS } from './unsent/say.ts';

withIndexedDb();
afterEach(() => dropUnsent(() => true));

const event = shownEvent({ tournamentType: 'single-elimination', bracketDrawn: true, reports: true });
const matches = shownMatches(['Rosa', 'Wanda'], [], { tournamentType: 'single-elimination' });
const [{ id: matchId = '', revision = 0 } = {}] = matches;
const PUT = `PUT /api/matches/${matchId}/report`;

const said = (name: string, result: SaidResult): Version => ({ name, result });
const reportOf = (more: Partial<Report>): Report => ({
  ...{ matchId, revision, eventId: 'catan', eventTitle: event.title, since: '2025-11-13T17:59:00.000Z' },
  ...{
    state: 'reported',
    by: [said('Wanda', { player1Score: 1, player2Score: 3 })],
    isForJudge: false,
    isOwn: true,
    mine: null,
    ...more,
  },
});

function open(reports: readonly Report[], replies: Record<string, (heard: Heard) => Reply> = {}, of = event) {
  const heard = answerCalls({
    'GET /api/events': () => ({ body: [of] }),
    'GET /api/matches?eventId=catan': () => ({ body: matches }),
    'GET /api/rsvps/my': () => ({ body: [{ id: 'rsvp-1', eventId: 'catan', playerName: 'Rosa' }] }),
    'GET /api/reports': () => ({ body: reports }),
    ...replies,
  });
  renderInPage(
    <>
      <ReportNews />
      <NextMatch eventId="catan" entrantId="rsvp-1" />
      <MyReport event={of} entrantId="rsvp-1" />
    </>,
    { events: [of], festival: { ...shownFestival, reports: true } },
  );
  return () => heard.filter(({ call }) => call === PUT).map(({ body }) => body);
}

const shown = () => document.body.textContent?.replaceAll(/[\u2068\u2069]/g, '');
const button = (name: string) => screen.findByRole('button', { name });

it('says who won with two presses', async () => {
  const sent = open([], { [PUT]: () => ({ body: { state: 'reported', by: [] } }) });
  await userEvent.click(await button('Say the result'));
  await userEvent.click(await button('Wanda won'));
  await expect.poll(sent).toEqual([{ winner: 2, expectedRevision: revision }]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('says a score that was typed, and offers no draw where somebody must win', async () => {
  const sent = open([], { [PUT]: () => ({ body: { state: 'reported', by: [] } }) });
  await userEvent.click(await button('Say the result'));
  await userEvent.type(await screen.findByLabelText('Rosa'), '3');
  await userEvent.type(screen.getByLabelText('Wanda'), '1');
  expect(screen.queryByRole('button', { name: 'A draw' })).toBeNull();
  await userEvent.click(await button('Say the score'));
  await expect.poll(sent).toEqual([{ player1Score: 3, player2Score: 1, expectedRevision: revision }]);
});

it('agrees with one press with what the other player said', async () => {
  const sent = open([reportOf({})], { [PUT]: () => ({ body: { state: 'agreed', by: [] } }) });
  const [first] = await screen.findAllByText(/Wanda says/);
  expect(first).toBeDefined();
  const [own] = await screen.findAllByRole('button', { name: 'That is right' });
  await userEvent.click(own as HTMLElement);
  await expect.poll(sent).toEqual([{ player1Score: 1, player2Score: 3, expectedRevision: revision }]);
  expect(await screen.findByText('It counts')).toBeDefined();
});

it.each<[string, Partial<Report>, string]>([
  [
    'waits for the other player',
    { by: [said('Rosa', { winner: 1 })], mine: 0 },
    'You say: Rosa won. It counts when the other side says so too, or a judge.',
  ],
  [
    'leaves it to the judge where they differ',
    { state: 'disputed', by: [said('Rosa', { winner: 1 }), said('Wanda', { winner: 2 })], mine: 0 },
    'You say: Rosa won. Wanda says: Wanda won. A judge decides.',
  ],
  [
    'waits for the judge where they agree and it may not count',
    { by: [said('Wanda', { winner: 1 }), said('Rosa', { winner: 1 })], mine: 1 },
    'You and Wanda say: Rosa won. A judge confirms it.',
  ],
])('%s', async (_, report, words) => {
  open([reportOf(report)]);
  await expect.poll(shown).toContain(words);
});

it('keeps what is said without network, sends it once, and says in words when it was decided meanwhile', async () => {
  let isLost = true;
  const message = 'This match is decided: Wanda won. Tell a judge if that is wrong.';
  const sent = open([], {
    [PUT]: () => {
      if (isLost) throw new TypeError('no network');
      return { status: 409, body: { code: 'DECIDED', message } };
    },
    'GET /api/health': () => ({ body: {}, date: NOW }),
  });
  await userEvent.click(await button('Say the result'));
  await userEvent.click(await button('Rosa won'));
  await expect.poll(shown).toContain('Waiting for network: Rosa won.');
  isLost = false;
  await sendAll(REPORT_SENDERS);
  await sendAll(REPORT_SENDERS);
  expect(sent()).toEqual([1, 2].map(() => ({ winner: 1, expectedRevision: revision })));
  expect(await screen.findByText(message)).toBeDefined();
  await button('Say the result');
});

it('asks nothing where judges alone say results', async () => {
  open([], {}, { ...event, reports: false });
  await screen.findByText('Your next match: Final against Wanda, ready now');
  expect(screen.queryByRole('button')).toBeNull();
});

it('does not offer what was said of another revision of the match', async () => {
  open([reportOf({ revision: revision + 1 })]);
  expect(await button('Say the result')).toBeDefined();
});
