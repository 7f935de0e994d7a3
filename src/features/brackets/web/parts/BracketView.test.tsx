import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { win } from '#testing/bracket.ts';
import { answerCalls, renderInPage } from '#testing/page.tsx';
import { shownMatches } from '#testing/shown-bracket.ts';
import { userEvent } from '#testing/user-event.ts';
import type { Match } from '../../contract.ts';
import { BracketView } from './BracketView.tsx';

const EIGHT = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'];
const NOBODY = new Set<string>();

function Desk({ before, after }: { before: Match[]; after: Match[] }) {
  const [matches, set] = useState(before);
  return (
    <>
      <button type="button" onClick={() => set(after)}>
        Enter
      </button>
      <BracketView matches={matches} mine={NOBODY} />
    </>
  );
}

it('renders only the matches that a result changes', async () => {
  const drawn: string[] = [];
  /** Records when its score is read, which only rendering does. */
  const watched = (match: Match): Match =>
    Object.defineProperty({ ...match }, 'player1Score', {
      get: () => {
        drawn.push(match.id);
        return match.player1Score;
      },
    });
  const before = shownMatches(EIGHT).map(watched);
  const after = shownMatches(EIGHT, [win('W1-1', 1)]).map((match, index) => {
    const old = before[index];
    const same = JSON.stringify({ ...match, player1Score: 0 }) === JSON.stringify({ ...old, player1Score: 0 });
    return same && old ? old : watched(match);
  });
  renderInPage(<Desk before={before} after={after} />);
  await userEvent.click(screen.getByRole('button', { name: 'Bracket' }));
  drawn.length = 0;
  await userEvent.click(screen.getByRole('button', { name: 'Enter' }));
  expect([...new Set(drawn)]).toEqual(['catan_W1-1', 'catan_W2-1', 'catan_L1-1']);
});

it('shows the matches of a person and what their tie-breaks mean, own ones from the start', async () => {
  const line = { wins: 1, losses: 0, draws: 0, played: 1, points: 3, revision: 2 };
  const lines = ['A', 'B'].map((playerName, index) => ({
    ...{ ...line, id: `catan_${index + 1}`, rank: index + 1, playerName },
    tieBreaks: [{ label: 'Strength of schedule', value: 1.5 }],
  }));
  answerCalls({ 'GET /api/leaderboard?eventId=catan': () => ({ body: lines }) });
  const round = {
    kind: 'round',
    round: 1,
    matches: [
      [1, 3],
      [2, 4],
    ],
    bye: null,
  } as const;
  const matches = shownMatches(EIGHT.slice(0, 4), [round], { tournamentType: 'swiss' });
  renderInPage(<BracketView matches={matches} mine={new Set(['rsvp-1'])} />);
  await userEvent.click(screen.getByRole('button', { name: 'Standings' }));
  await screen.findByText('Round 1, match 1: A against C, ready now.');
  expect(screen.getAllByText(/^How many points a match their opponents have/)).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'B' }));
  screen.getByText('Round 1, match 2: B against D, ready now.');
  expect(screen.getAllByText(/^How many points a match their opponents have/)).toHaveLength(2);
});
