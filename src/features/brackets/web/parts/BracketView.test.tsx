import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { win } from '#testing/bracket.ts';
import { renderInPage } from '#testing/page.tsx';
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
