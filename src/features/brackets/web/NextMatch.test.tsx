import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { win } from '#testing/bracket.ts';
import { answerCalls, renderInPage } from '#testing/page.tsx';
import { shownMatches } from '#testing/shown-bracket.ts';
import type { Entry } from '../engine/state.ts';
import { NextMatch } from './NextMatch.tsx';

const AGAIN = [win('W1-1', 1), win('W1-2', 1)];
const END = [...AGAIN, win('W2-1', 1), win('L1-1', 1), win('L2-1', 1), win('GF', 1)];

const LINE = { wins: 0, losses: 2, points: 0, revision: 1 };

it.each<[string, Entry[], string, string | undefined]>([
  ['Your next match: Losers round 1 against Lena, ready now', AGAIN, 'rsvp-4', undefined],
  ['Your next match: Winners final, waiting for an opponent', [win('W1-1', 1)], 'rsvp-1', undefined],
  ['Your next match: Grand final, waiting for an opponent', [...AGAIN, win('W2-1', 1)], 'rsvp-1', undefined],
  ['Next match of Jo: Losers round 1 against Lena, ready now', AGAIN, 'rsvp-4', 'Jo'],
  ['Thanks for playing! You came 4th.', END, 'rsvp-4', undefined],
  ['Thanks for playing, Jo! Jo came 4th.', END, 'rsvp-4', 'Jo'],
  ['You are the champion!', END, 'rsvp-1', undefined],
  ['Priya is the champion!', END, 'rsvp-1', 'Priya'],
])('%s', async (words, entries, entrantId, name) => {
  answerCalls({
    'GET /api/matches?eventId=catan': () => ({ body: shownMatches(['Priya', 'Marcus', 'Lena', 'Jo'], entries) }),
    'GET /api/leaderboard?eventId=catan': () => ({ body: [{ ...LINE, id: 'rsvp-4', rank: 4, playerName: 'Jo' }] }),
  });
  renderInPage(<NextMatch eventId="catan" entrantId={entrantId} name={name} />);
  expect((await screen.findByText(words)).getAttribute('role')).toBe('status');
  expect(screen.getByRole('link', { name: 'See the bracket' }).getAttribute('href')).toBe('/?event=catan&view=bracket');
});

it('shows nothing to people who are not in the bracket', async () => {
  const heard = answerCalls({ 'GET /api/matches?eventId=catan': () => ({ body: shownMatches(['Priya', 'Jo']) }) });
  renderInPage(<NextMatch eventId="catan" entrantId="rsvp-9" />);
  await expect.poll(() => heard.length).toBe(1);
  expect(screen.getByRole('status').textContent).toBe('');
  expect(screen.queryByRole('link')).toBeNull();
});
