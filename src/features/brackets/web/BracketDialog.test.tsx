import { act, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { unlocked } from '#features/access/web/state.ts';
import { win } from '#testing/bracket.ts';
import { answerCalls, type Reply, renderInPage } from '#testing/page.tsx';
import { shownMatches } from '#testing/shown-bracket.ts';
import { shownEvent } from '#testing/shown-event.ts';
import { userEvent } from '#testing/user-event.ts';
import { BracketDialog } from './BracketDialog.tsx';

const FOUR = ['Priya', 'Marcus', 'Lena', 'Jo'];
const RSVP = { id: 'rsvp-4', eventId: 'catan', playerName: 'Jo', checkedIn: true };

const open = (matches: () => Reply, mine: unknown[] = []) => {
  answerCalls({ 'GET /api/matches?eventId=catan': matches, 'GET /api/rsvps/my': () => ({ body: mine }) });
  renderInPage(
    <BracketDialog
      event={shownEvent({ tournamentType: 'double-elimination', bracketDrawn: true })}
      onClose={() => undefined}
    />,
  );
};
const sentences = () =>
  screen.getAllByRole('listitem').flatMap((item) => item.querySelector('.sr-only')?.textContent ?? []);

it('opens on a phone at this device’s next round, and marks it', async () => {
  open(() => ({ body: shownMatches(FOUR, [win('W1-1', 1)]) }), [RSVP]);
  await screen.findByRole('heading', { name: 'Losers round 1' });
  expect(sentences()).toEqual(['Losers round 1: Jo waits for an opponent. You play in it.']);
  screen.getByText('you');
});

it('reads round by round', async () => {
  open(() => ({ body: shownMatches(FOUR, [win('W1-1', 1)]) }));
  await screen.findByRole('heading', { name: 'Winners semifinal' });
  const rounds = within(screen.getByRole('navigation', { name: 'Rounds' })).getAllByRole('button');
  expect(rounds.map(({ textContent }) => textContent)).toEqual([
    ...['Winners semifinal', 'Winners final', 'Losers round 1', 'Losers final', 'Grand final'],
  ]);
  expect(rounds.map((round) => round.getAttribute('aria-pressed'))).toEqual(['true', ...Array(4).fill('false')]);
  await userEvent.click(screen.getByRole('button', { name: 'Winners final' }));
  expect(sentences()).toEqual(['Winners final: Priya waits for an opponent.']);
  screen.getByText('The winner goes on to: Grand final. The loser goes to: Losers final.');
});

it('opens the whole bracket at this device’s player', async () => {
  const moved: number[] = [];
  Element.prototype.scrollBy = () => void moved.push(1);
  open(() => ({ body: shownMatches(FOUR) }), [RSVP]);
  await userEvent.click(await screen.findByRole('button', { name: 'Bracket' }));
  expect(moved).toEqual([1]);
  screen.getByText('you');
});

it('draws it whole, each round under its heading, without buttons', async () => {
  open(() => ({ body: shownMatches(['A', 'B', 'C', 'D', 'E']) }));
  await userEvent.click(await screen.findByRole('button', { name: 'Bracket' }));
  const drawn = within(screen.getByRole('region', { name: 'Bracket' }));
  expect(drawn.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
    ...['Winners bracket', 'Winners round 1', 'Winners semifinal', 'Winners final', 'Grand final'],
    ...['Losers bracket', 'Losers round 2', 'Losers round 3', 'Losers final'],
  ]);
  expect(drawn.queryByRole('button')).toBeNull();
  drawn.getByText('Winners round 1, match 1: A has a bye.');
});

it('links organisers to the big screen, and visitors not', async () => {
  open(() => ({ body: shownMatches(FOUR) }));
  await screen.findByRole('heading', { name: 'Winners semifinal' });
  expect(screen.queryByRole('link')).toBeNull();
  act(unlocked);
  screen.getByRole('link', { name: 'Big screen: Catan Open (opens in a new tab)' });
});
