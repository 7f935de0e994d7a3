import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { unlocked } from '#features/access/web/state.ts';
import { forgetToasts } from '#platform/web/ui/toast.ts';
import { answerCalls, type Reply, renderInPage, shownEvent } from '#testing/page.tsx';
import { BracketButtons } from './BracketButtons.tsx';

const FAILED = 'Failed to generate bracket. Make sure players are checked in.';

const open = (reply: () => Reply, said = {}) => {
  const heard = answerCalls({ 'POST /api/events/catan/generate-bracket': reply });
  renderInPage(<BracketButtons event={shownEvent({ tournamentType: 'single-elimination', ...said })} />);
  act(unlocked);
  act(forgetToasts);
  return heard;
};
const press = (words: string) => userEvent.click(screen.getByRole('button', { name: `${words}: Catan Open` }));

it('draws by score or by lot', async () => {
  const heard = open(() => ({ status: 204, touches: 'events, matches, leaderboard' }));
  await press('Generate Bracket');
  await screen.findByText('Bracket Generated');
  await press('Random Seed');
  expect(heard.map(({ call, body }) => [call, body])).toEqual([
    ['POST /api/events/catan/generate-bracket', { randomSeed: false }],
    ['POST /api/events/catan/generate-bracket', { randomSeed: true }],
  ]);
});

it.each([
  ['the server’s message', { code: 'RESULTS_EXIST', message: 'Results exist.' }, 'Results exist.'],
  ['its own words where the server has none', undefined, FAILED],
])('tells a failure with %s', async (_, body, words) => {
  open(() => ({ status: 409, body }));
  await press('Generate Bracket');
  await screen.findByText(words);
  screen.getByText('Error');
});

it('does nothing for a tournament that is over, and says why', async () => {
  const heard = open(() => ({ status: 204 }), { status: 'completed' });
  await press('Generate Bracket');
  expect(heard).toEqual([]);
  expect(screen.getAllByRole('tooltip').map(({ textContent }) => textContent)).toEqual([
    'This tournament is over.',
    'This tournament is over.',
  ]);
});
