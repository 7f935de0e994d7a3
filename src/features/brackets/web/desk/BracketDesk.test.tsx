import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { win } from '#testing/bracket.ts';
import {
  closed,
  enter,
  enterFirst,
  FIRST,
  open,
  openMatch,
  PLAYED,
  press,
  SCORE,
  save,
  toasted,
  usePlaces,
} from '#testing/bracket-desk.tsx';
import { answerCalls, type Reply, renderInPage } from '#testing/page.tsx';
import { shownMatches } from '#testing/shown-bracket.ts';
import { shownEvent } from '#testing/shown-event.ts';
import { findDialog, userEvent } from '#testing/user-event.ts';
import { BracketDesk } from './BracketDesk.tsx';

const UNDO = 'POST /api/events/catan/undo-result';
/** The rows of the matches that wait longest. */
const waiting = () => within(screen.getByRole('list', { name: 'Waiting longest' })).getAllByRole('button');
/** Enters a result by keyboard alone. */
const enterByKeys = async () => {
  waiting()[0]?.focus();
  await userEvent.keyboard('{Enter}');
  const form = within(await findDialog());
  await userEvent.keyboard('2{Tab}0');
  form.getByRole('button', { name: 'Save Result' }).focus();
  await userEvent.keyboard('{Enter}');
  await closed();
};

it('lists ready matches: longest wait first with its time, then the others, each once', async () => {
  vi.useFakeTimers({ now: Date.parse('2025-11-15T18:00:00.000Z'), toFake: ['Date'] });
  const names = Array.from({ length: 8 }, (_, index) => `P${index + 1}`);
  await open({
    'GET /api/matches?eventId=catan': () => ({ body: shownMatches(names, [win('W1-1', 1), win('W1-2', 1)]) }),
  });
  screen.getByRole('heading', { name: 'Ready now · 4' });
  const rows = (name: string) =>
    within(screen.getByRole('list', { name }))
      .getAllByRole('button')
      .map(({ textContent }) => textContent?.replace(/waiting \d+ h \d+ min$/, ', waiting since'));
  expect(rows('Waiting longest')).toEqual([
    'P2 against P7Winners round 1, match 3, waiting since',
    'P3 against P6Winners round 1, match 4, waiting since',
    'P1 against P4Winners semifinal, match 1, waiting since',
  ]);
  expect(rows('Also ready')).toEqual(['P8 against P5Losers round 1, match 1, waiting since']);
});

it('works by keyboard alone: the focus moves to the next match', async () => {
  await open({ [SCORE]: () => enter(win('W1-1', 1)) });
  await enterByKeys();
  await waitFor(() => expect(waiting()).toHaveLength(1));
  await waitFor(() => expect(document.activeElement).toBe(waiting()[0]));
});

it('moves the focus to the bracket when no match is ready any more', async () => {
  const last = { ...win('GF', 1), match: 'GF' };
  await open({ 'PATCH /api/matches/catan_GF/score': () => enter(last) }, [...PLAYED, win('L1-1', 1), win('L2-1', 1)]);
  await enterByKeys();
  await screen.findByText('Champion');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Bracket' })));
});

it('undoes this desk’s last result, and then the bracket’s last one', async () => {
  const asked = await open({ [SCORE]: () => enter(win('W1-1', 1)), [UNDO]: () => enter({ kind: 'undo' }) }, [
    win('W1-2', 1),
  ]);
  await enterFirst();
  await press('Undo last result');
  await toasted('Winners semifinal, match 1: Priya against Jo, ready now.');
  await screen.findByRole('button', { name: /^Winners semifinal, match 1: Priya against Jo, ready now/ });
  await press('Undo last result');
  await waitFor(() => expect(asked().length).toBe(3));
  expect(asked().slice(1)).toEqual([
    [UNDO, { expectedRevision: 3 }],
    [UNDO, { expectedRevision: 4 }],
  ]);
});

it('takes a result back from its toast', async () => {
  const asked = await open({ [SCORE]: () => enter(win('W1-1', 1)), [UNDO]: () => enter({ kind: 'undo' }) }, [
    win('W1-2', 1),
  ]);
  await enterFirst();
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await toasted('Winners semifinal, match 1: Priya against Jo, ready now.');
  expect(asked().slice(1)).toEqual([[UNDO, { expectedRevision: 3 }]]);
});

it.each([
  ['this desk’s last result', true],
  ['the bracket’s last result', false],
])('undoes nothing else after the answer to undoing %s was lost', async (_, isOwn) => {
  let tries = 0;
  const undo = () => {
    tries += 1;
    if (tries === 2)
      return { status: 409, body: { code: 'CHANGED_MEANWHILE', message: 'Another result is the last one.' } };
    if (tries === 1) {
      enter({ kind: 'undo' });
      throw new TypeError('Failed to fetch');
    }
    return enter({ kind: 'undo' });
  };
  const before = isOwn ? [win('W1-2', 1)] : [win('W1-2', 1), win('W1-1', 1)];
  const asked = await open({ [SCORE]: () => enter(win('W1-1', 1)), [UNDO]: undo }, before);
  if (isOwn) await enterFirst();
  await press('Undo last result');
  await toasted('No connection. It is not certain that this was sent.');
  await press('Undo last result');
  await toasted('Another result is the last one.');
  await press('Undo last result');
  const undone = () => asked().filter(([call]) => call === UNDO);
  await waitFor(() => expect(undone().length).toBe(3));
  expect(undone()).toEqual([
    [UNDO, { expectedRevision: 3 }],
    [UNDO, { expectedRevision: 3 }],
    [UNDO, { expectedRevision: 4 }],
  ]);
});

it('undoes the result entered after an undo whose answer was lost', async () => {
  const asked = await open({
    [SCORE]: () => enter(win('W1-1', 1)),
    [UNDO]: () => {
      const answer = enter({ kind: 'undo' });
      if (undone().length === 1) throw new TypeError('Failed to fetch');
      return answer;
    },
  });
  const undone = () => asked().filter(([call]) => call === UNDO);
  for (const [index, said] of ['No connection. It is not certain that this was sent.', 'Result taken back'].entries()) {
    await enterFirst();
    await press('Undo last result');
    await screen.findByText(said);
    expect(undone()[index]).toEqual([UNDO, { expectedRevision: 2 + 2 * index }]);
  }
});

it('undoes the result entered while an undo was on its way whose answer is lost then', async () => {
  const lost = Promise.withResolvers<Reply>();
  const asked = await open(
    {
      [SCORE]: () => enter(win('W1-1', 1)),
      [UNDO]: () => (undone().length === 1 ? lost.promise : enter({ kind: 'undo' })),
    },
    [win('W1-2', 1)],
  );
  const undone = () => asked().filter(([call]) => call === UNDO);
  await press('Undo last result');
  enter({ kind: 'undo' });
  await enterFirst();
  const button = screen.getByRole('button', { name: 'Undo last result' });
  lost.reject(new TypeError('Failed to fetch'));
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBeNull());
  await press('Undo last result');
  await toasted('Result taken back');
  expect(undone().map(([, body]) => body)).toEqual([{ expectedRevision: 2 }, { expectedRevision: 4 }]);
});

it('undoes one result on a double click', async () => {
  const asked = await open({ [UNDO]: () => enter({ kind: 'undo' }) }, [win('W1-1', 1), win('W1-2', 1)]);
  const button = await screen.findByRole('button', { name: 'Undo last result' });
  act(() => {
    button.click();
    button.click();
  });
  await screen.findByText('Result taken back');
  expect(asked().length).toBe(1);
});

it('has nothing to undo without entries, and says why', async () => {
  const asked = await open();
  await press('Undo last result');
  screen.getByText('No result is entered yet.');
  expect(asked()).toEqual([]);
});

it('restores a result that this desk has cleared, even the only one', async () => {
  const clear = { kind: 'clear', match: 'W1-1' } as const;
  const replies = { 'DELETE /api/matches/catan_W1-1/score': () => enter(clear), [UNDO]: () => enter({ kind: 'undo' }) };
  await open(replies, [win('W1-1', 1)]);
  const form = await openMatch(FIRST);
  await save(form, 'Clear Result');
  await closed();
  await press('Undo last result');
  await screen.findByRole('button', { name: /^Winners semifinal, match 1: Priya beat Jo 2 to 0/ });
});

it('says that an event is over, and still allows corrections', async () => {
  await open({ [SCORE]: () => enter(win('W1-1', 2)) }, [win('W1-1', 1)], { status: 'completed' });
  screen.getByText('This event is over. You can still enter and correct results.');
  await enterFirst('1', '2');
});

it('links to the big screen in a new tab', async () => {
  await open();
  const link = screen.getByRole('link', { name: 'Big screen: Catan Open (opens in a new tab)' });
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/display?event=catan', '_blank']);
});

const openWith = (matches: () => Reply) => {
  answerCalls({ 'GET /api/matches?eventId=catan': matches });
  const event = shownEvent({ tournamentType: 'single-elimination' });
  renderInPage(<BracketDesk zone="America/New_York" usePlaces={usePlaces} event={event} />, {
    at: '/admin/events/catan?part=bracket',
  });
};

it('says how to draw a bracket when there is none', async () => {
  openWith(() => ({ body: [] }));
  await screen.findByText('No bracket yet');
  screen.getByRole('button', { name: 'Generate Bracket: Catan Open' });
  screen.getByRole('button', { name: 'Random Seed: Catan Open' });
  expect(screen.queryByRole('button', { name: 'Undo last result' })).toBeNull();
});

it('says that nobody has won', async () => {
  await open({}, [...PLAYED, win('L1-1', 1), win('L2-1', 1), { kind: 'forfeit', match: 'GF', player: 'both' }]);
  screen.getByText('No champion: nobody was left to win.');
  expect(screen.queryByText('Champion')).toBeNull();
});

it('shows the champion', async () => {
  await open({}, [...PLAYED, win('L1-1', 1), win('L2-1', 1), win('GF', 1)]);
  expect(screen.getByText('Champion').parentElement?.textContent).toBe('ChampionPriya');
  expect(screen.queryByText('Ready now')).toBeNull();
});
