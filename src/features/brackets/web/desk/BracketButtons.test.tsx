import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerCalls, type Reply, renderInPage } from '#testing/page.tsx';
import { shownMatches } from '#testing/shown-bracket.ts';
import { shownEvent } from '#testing/shown-event.ts';
import { findDialog, userEvent } from '#testing/user-event.ts';
import { BracketButtons } from './BracketButtons.tsx';

const FAILED = 'Failed to generate bracket. Make sure players are checked in.';

const open = (reply: () => Reply, said = {}, matches: () => Reply | Promise<Reply> = () => ({ body: [] })) => {
  const heard = answerCalls({
    'POST /api/events/catan/generate-bracket': reply,
    'GET /api/matches?eventId=catan': matches,
  });
  renderInPage(<BracketButtons event={shownEvent({ tournamentType: 'single-elimination', ...said })} />, {
    admin: true,
  });
  return heard;
};
const push = (words: string) => userEvent.click(screen.getByRole('button', { name: `${words}: Catan Open` }));
/** Opens the dialog of a draw, and draws. */
const press = async (words: string) => {
  await push(words);
  await userEvent.click(within(await findDialog(words)).getByRole('button', { name: 'Draw' }));
};

it('draws seeded by score or shuffled, with the revision of the bracket before', async () => {
  const heard = open(() => ({ status: 201, body: shownMatches(['A', 'B']) }));
  await press('Generate Bracket');
  await screen.findByText('Bracket generated');
  await press('Random Seed');
  expect(heard.map(({ call, body }) => [call, body])).toEqual([
    ['POST /api/events/catan/generate-bracket', { randomSeed: false, everybody: true, expectedRevision: 0 }],
    ['POST /api/events/catan/generate-bracket', { randomSeed: true, everybody: true, expectedRevision: 1 }],
  ]);
});

it('disables both buttons when the bracket before cannot be read', async () => {
  open(
    () => ({ status: 201, body: [] }),
    { bracketDrawn: true },
    () => ({ status: 503 }),
  );
  expect(await screen.findAllByText('The present bracket could not be read. Please reload the page.')).toHaveLength(2);
});

it.each([
  ['the server’s message', { code: 'TOO_MANY_PLAYERS', message: 'Too many.' }, 'Too many.'],
  ['its own words where the server has none', undefined, FAILED],
])('shows a failure with %s', async (_, body, words) => {
  open(() => ({ status: 409, body }));
  await press('Generate Bracket');
  await screen.findByText(words);
  screen.getByText('Error');
});

it('asks once before it replaces a bracket with results', async () => {
  const exist = { status: 409, body: { code: 'RESULTS_EXIST', message: 'Results exist.' } };
  const heard = open(() => (heard.length === 2 ? { status: 201, body: [] } : exist));
  await press('Random Seed');
  const asked = within(await findDialog('Replace the bracket?'));
  asked.getByText('Results exist.');
  expect(screen.queryByText('Error')).toBeNull();
  await userEvent.click(asked.getByRole('button', { name: 'Replace' }));
  await screen.findByText('Bracket generated');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(heard.map(({ body }) => body)).toEqual([
    { randomSeed: true, everybody: true, expectedRevision: 0 },
    { randomSeed: true, replace: true, everybody: true, expectedRevision: 0 },
  ]);
});

it('asks before drawing without a registered player, also after asking about results', async () => {
  const refusals = [
    { code: 'RESULTS_EXIST', message: 'Results exist.' },
    { code: 'PLAYERS_MISSING', message: '2 players are checked in. Draw without Rosa?', missing: ['rosa'] },
  ];
  const heard = open(() => {
    const body = refusals.shift();
    return body === undefined ? { status: 201, body: [] } : { status: 409, body };
  });
  await press('Generate Bracket');
  await userEvent.click(await screen.findByRole('button', { name: 'Replace' }));
  const asked = within(await findDialog('Not everybody is here'));
  asked.getByText('2 players are checked in. Draw without Rosa?');
  await userEvent.click(asked.getByRole('button', { name: 'Draw' }));
  await screen.findByText('Bracket generated');
  expect(heard.map(({ body }) => body)).toEqual([
    { randomSeed: false, everybody: true, expectedRevision: 0 },
    { randomSeed: false, replace: true, everybody: true, expectedRevision: 0 },
    { randomSeed: false, replace: true, everybody: true, without: ['rosa'], expectedRevision: 0 },
  ]);
});

it('sends nothing more when the organiser keeps the bracket', async () => {
  const heard = open(() => ({ status: 409, body: { code: 'RESULTS_EXIST', message: 'Results exist.' } }));
  await press('Generate Bracket');
  await userEvent.click(await screen.findByRole('button', { name: 'Keep it' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(heard.length).toBe(1);
});

it('draws a third-place match when it is chosen', async () => {
  const heard = open(() => ({ status: 201, body: [] }));
  await push('Generate Bracket');
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Third-place match' }));
  await userEvent.click(screen.getByRole('button', { name: 'Draw' }));
  await screen.findByText('Bracket generated');
  expect(heard.map(({ body }) => body)).toEqual([
    { randomSeed: false, everybody: true, thirdPlace: true, expectedRevision: 0 },
  ]);
});

it.each([true, false])(
  'draws again with or without a third-place match, like the bracket before: %s',
  async (thirdPlace) => {
    const drawn = shownMatches(['A', 'B', 'C', 'D'], [], { tournamentType: 'single-elimination', thirdPlace });
    const read = Promise.withResolvers<Reply>();
    const heard = open(
      () => ({ status: 201, body: drawn }),
      { bracketDrawn: true },
      () => read.promise,
    );
    const draws = () => heard.filter(({ call }) => call.startsWith('POST')).map(({ body }) => body);
    await push('Generate Bracket');
    screen.getAllByText('The present bracket is being read.');
    expect(draws()).toEqual([]);
    read.resolve({ body: drawn });
    await waitFor(() => expect(screen.queryByText('The present bracket is being read.')).toBeNull());
    await push('Random Seed');
    const box = await screen.findByRole('checkbox', { name: 'Third-place match' });
    expect(box).toHaveProperty('checked', thirdPlace);
    await userEvent.click(screen.getByRole('button', { name: 'Draw' }));
    await waitFor(() =>
      expect(draws()).toEqual([
        { randomSeed: true, everybody: true, ...(thirdPlace ? { thirdPlace } : {}), expectedRevision: 1 },
      ]),
    );
  },
);

it('disables both buttons of a completed tournament and says why', async () => {
  const heard = open(() => ({ status: 204 }), { status: 'completed' });
  await push('Generate Bracket');
  expect(heard).toEqual([]);
  expect(screen.getAllByRole('tooltip').map(({ textContent }) => textContent)).toEqual([
    'This tournament is over.',
    'This tournament is over.',
  ]);
});

it('draws a double elimination without a question where there is nothing to choose', async () => {
  const heard = open(() => ({ status: 201, body: [] }), { tournamentType: 'double-elimination' });
  await push('Generate Bracket');
  await screen.findByText('Bracket generated');
  expect([heard.length, screen.queryByRole('dialog')]).toEqual([1, null]);
});

it('offers to check in who is missing, and draws with them', async () => {
  const missing = { code: 'PLAYERS_MISSING', message: 'Draw without Rosa?', missing: ['rosa'] };
  const heard = answerCalls({
    'POST /api/events/catan/generate-bracket': () =>
      heard.length === 1 ? { status: 409, body: missing } : { status: 201, body: [] },
  });
  const event = shownEvent({ tournamentType: 'double-elimination' });
  renderInPage(<BracketButtons event={event} absent={(one, ids) => `absent at ${one.title}: ${ids.join()}`} />, {
    admin: true,
  });
  await push('Generate Bracket');
  const asked = within(await findDialog('Not everybody is here'));
  asked.getByText('absent at Catan Open: rosa');
  await userEvent.click(asked.getByRole('button', { name: 'Draw' }));
  await screen.findByText('Bracket generated');
});
