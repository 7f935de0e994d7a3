/** Over 250 lines, because all tests share one small tournament and its helpers. */
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { unlocked } from '#features/access/web/state.ts';
import type { FestivalEvent } from '#features/events/contract.ts';
import { forgetToasts } from '#platform/web/ui/toast.ts';
import { playOut, win } from '#testing/bracket.ts';
import { answerCalls, type Heard, type Reply, renderInPage, shownEvent } from '#testing/page.tsx';
import { shownMatches } from '#testing/shown-bracket.ts';
import { build } from '../../engine/build.ts';
import type { Entry } from '../../engine/entries.ts';
import { fold } from '../../engine/fold.ts';
import { cleared } from '../../engine/results.ts';
import { BracketDesk } from './BracketDesk.tsx';

const FOUR = ['Priya', 'Marcus', 'Lena', 'Jo'];
const FAILED = 'Failed to update score. Please try again.';
const SCORE = 'PATCH /api/matches/catan_W1-1/score';
const FORFEIT = 'POST /api/matches/catan_W1-1/forfeit';

let entered: Entry[];
const now = () => shownMatches(FOUR, entered);
const found = (place: string) => now().find(({ id }) => id === `catan_${place}`);
const enter = (entry: Entry): Reply => {
  entered = [...entered, entry];
  return { body: 'match' in entry ? found(entry.match) : now(), touches: 'matches, leaderboard' };
};

const open = async (
  replies: Record<string, (heard: Heard) => Reply> = {},
  before: Entry[] = [],
  said: Partial<FestivalEvent> = {},
) => {
  entered = before;
  const heard = answerCalls({ 'GET /api/matches/catan': () => ({ body: now() }), ...replies });
  const event = shownEvent({ tournamentType: 'double-elimination', bracketDrawn: true, ...said });
  renderInPage(<BracketDesk event={event} back="Event Control" />, { at: '/admin/control?bracket=catan' });
  act(unlocked);
  act(forgetToasts);
  await userEvent.click(await screen.findByRole('button', { name: 'Bracket' }));
  return () => heard.filter(({ call }) => !call.startsWith('GET')).map(({ call, body }) => [call, body]);
};
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const openMatch = async (sentence: RegExp) => {
  await press(sentence);
  return within(await screen.findByRole('dialog'));
};
const FIRST = /^Winners semifinal, match 1: .* score$/;
const type = async (form: Awaited<ReturnType<typeof openMatch>>, one: string, two: string) => {
  for (const [name, score] of [
    ['Priya', one],
    ['Jo', two],
  ] as const) {
    const field = form.getByRole('textbox', { name });
    await userEvent.clear(field);
    if (score !== '') await userEvent.type(field, score);
  }
};
const save = (form: Awaited<ReturnType<typeof openMatch>>, name = 'Save Result') =>
  userEvent.click(form.getByRole('button', { name }));
/** A toast's text is in the page a second time while it is announced. */
const toasted = (words: string) => screen.findAllByText(words, { selector: '[role] *' });
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

it('lists ready matches: longest wait first with its time, then the others, each once', async () => {
  const names = Array.from({ length: 8 }, (_, index) => `P${index + 1}`);
  await open({ 'GET /api/matches/catan': () => ({ body: shownMatches(names, [win('W1-1', 1), win('W1-2', 1)]) }) });
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

it('shows the winner before saving, then saves with the revision it showed', async () => {
  const asked = await open({ [SCORE]: () => enter(win('W1-1', 1)) });
  const revision = found('W1-1')?.revision;
  const form = await openMatch(FIRST);
  form.getByText('Type both scores first.', { selector: 'p' });
  await type(form, '2', '2');
  form.getByText("A match can't end in a draw: the scores must differ.", { selector: 'p' });
  await type(form, '2', '-1');
  form.getByText('A score is a whole number from 0 to 999.', { selector: 'p' });
  await save(form);
  expect(asked()).toEqual([]);
  await type(form, '2', '0');
  form.getByText('Winner: Priya');
  await save(form);
  await closed();
  await toasted('Winners semifinal, match 1: Priya beat Jo 2 to 0.');
  expect(asked()).toEqual([[SCORE, { player1Score: 2, player2Score: 0, cascade: false, expectedRevision: revision }]]);
  await screen.findByRole('button', { name: /^Winners semifinal, match 1: Priya beat Jo 2 to 0\. Correct its score$/ });
});

it('works by keyboard alone: the focus moves to the next match', async () => {
  await open({ [SCORE]: () => enter(win('W1-1', 1)) });
  const rows = () => within(screen.getByRole('list', { name: 'Waiting longest' })).getAllByRole('button');
  rows()[0]?.focus();
  await userEvent.keyboard('{Enter}');
  const form = within(await screen.findByRole('dialog'));
  await userEvent.keyboard('2{Tab}0');
  form.getByRole('button', { name: 'Save Result' }).focus();
  await userEvent.keyboard('{Enter}');
  await closed();
  await waitFor(() => expect(rows().map(({ textContent }) => textContent)).toHaveLength(1));
  await waitFor(() => expect(document.activeElement).toBe(rows()[0]));
});

it.each([
  ['Jo did not come (forfeit)', 'Winner: Priya', { player: 2, disqualify: false }],
  ['Both absent', 'Nobody goes on.', { player: 'both', disqualify: false }],
  ['Priya is disqualified', 'Winner: Jo', { player: 1, disqualify: true }],
])('decides without playing: %s', async (way, words, body) => {
  const asked = await open({ [FORFEIT]: () => enter({ kind: 'forfeit', match: 'W1-1', player: 2 }) });
  const form = await openMatch(FIRST);
  await userEvent.selectOptions(form.getByLabelText('How it was decided'), way);
  expect(form.queryByRole('textbox')).toBeNull();
  form.getByText(words);
  await save(form);
  await closed();
  expect(asked()).toMatchObject([[FORFEIT, { ...body, cascade: false }]]);
});

const USED = 'Told by the server.';
const CLEARS = 'Later matches depend on it. Changing it clears this result:';
const used = (entry: Entry) => (heard: Heard) =>
  (heard.body as { cascade: boolean }).cascade
    ? enter(entry)
    : { status: 409, body: { code: 'RESULT_USED', message: USED, clears: ['catan_W2-1'] } };
const PLAYED = [win('W1-1', 1), win('W1-2', 1), win('W2-1', 1)];

it('lists what a correction would clear, and clears it after confirmation', async () => {
  const asked = await open({ [SCORE]: used(win('W1-1', 2)) }, PLAYED);
  const form = await openMatch(FIRST);
  expect(form.getByRole('textbox', { name: 'Priya' })).toHaveProperty('value', '2');
  await type(form, '1', '2');
  await save(form);
  await form.findByText(CLEARS);
  within(form.getByRole('list', { name: CLEARS })).getByText('Winners final: Priya beat Marcus 2 to 0.');
  expect(screen.queryByText('Error')).toBeNull();
  await save(form, 'Clear and save');
  await closed();
  expect(asked().map(([, body]) => (body as { cascade: boolean }).cascade)).toEqual([false, true]);
  await screen.findByRole('button', { name: /^Winners final: Jo against Marcus, ready now/ });
});

it('lists every result of a long list that a correction would clear', async () => {
  const names = Array.from({ length: 16 }, (_, index) => `P${index + 1}`);
  const options = { tournamentType: 'double-elimination' } as const;
  const played = playOut(fold(build(16, options), []), { random: () => 0.4, choose: ({ match }) => win(match.id, 1) });
  const before = shownMatches(names, played.entries);
  const goes = cleared(played, win('W1-1', 2));
  expect(goes.length).toBeGreaterThan(6);
  await open({
    'GET /api/matches/catan': () => ({ body: before }),
    [SCORE]: () => ({
      status: 409,
      body: { code: 'RESULT_USED', message: USED, clears: goes.map((place) => `catan_${place}`) },
    }),
  });
  const form = await openMatch(/^Winners round 1, match 1: .* score$/);
  for (const [name, score] of [
    ['P1', '0'],
    ['P16', '2'],
  ] as const) {
    await userEvent.clear(form.getByRole('textbox', { name }));
    await userEvent.type(form.getByRole('textbox', { name }), score);
  }
  await save(form);
  const told = await form.findByRole('list', { name: /clears these \d+ results:$/ });
  expect(within(told).getAllByRole('listitem').length).toBe(goes.length);
});

it('shows the server’s message when the screen does not know what would be cleared', async () => {
  await open({ [SCORE]: () => ({ status: 409, body: { code: 'RESULT_USED', message: USED } }) }, [win('W1-1', 1)]);
  const form = await openMatch(FIRST);
  await type(form, '3', '1');
  await save(form);
  await form.findByText(USED);
});

it('asks for confirmation again when the input changes', async () => {
  const asked = await open({ [SCORE]: used(win('W1-1', 2)) }, PLAYED);
  const form = await openMatch(FIRST);
  await type(form, '1', '2');
  await save(form);
  await form.findByRole('button', { name: 'Clear and save' });
  await type(form, '0', '2');
  expect(form.queryByText(CLEARS)).toBeNull();
  await save(form);
  await form.findByText(CLEARS);
  expect(asked().map(([, body]) => (body as { cascade: boolean }).cascade)).toEqual([false, false]);
});

it('clears a result', async () => {
  const asked = await open({ 'DELETE /api/matches/catan_W1-1/score': used({ kind: 'clear', match: 'W1-1' }) }, PLAYED);
  const form = await openMatch(FIRST);
  await save(form, 'Clear Result');
  await form.findByText(CLEARS);
  await save(form, 'Clear all of them');
  await closed();
  expect(asked().length).toBe(2);
  await screen.findByRole('button', { name: /^Winners semifinal, match 1: Priya against Jo, ready now/ });
});

it('asks before clearing when only a save was refused', async () => {
  const clear = 'DELETE /api/matches/catan_W1-1/score';
  const asked = await open({ [SCORE]: used(win('W1-1', 2)), [clear]: used({ kind: 'clear', match: 'W1-1' }) }, PLAYED);
  const form = await openMatch(FIRST);
  await type(form, '1', '2');
  await save(form);
  await form.findByRole('button', { name: 'Clear and save' });
  await save(form, 'Clear Result');
  await form.findByRole('button', { name: 'Clear all of them' });
  expect(asked().map(([call, body]) => [call, (body as { cascade: boolean }).cascade])).toEqual([
    [SCORE, false],
    [clear, false],
  ]);
});

it('tells the second of two judges, shows the present result, and uses its revision from then on', async () => {
  const message = 'Another organiser has changed this match meanwhile.';
  let first = true;
  const asked = await open({
    [SCORE]: () => {
      if (!first) return enter(win('W1-1', 2));
      first = false;
      entered = [win('W1-1', 1)];
      return { status: 409, body: { code: 'CHANGED_MEANWHILE', message } };
    },
  });
  const form = await openMatch(FIRST);
  await type(form, '1', '2');
  await save(form);
  await form.findByText(message);
  await screen.findByText(FAILED);
  await form.findByText('So far: Priya beat Jo 2 to 0.');
  expect(form.getByRole('textbox', { name: 'Jo' })).toHaveProperty('value', '2');
  const revision = found('W1-1')?.revision;
  expect(revision).toBe(2);
  await save(form);
  await closed();
  expect(asked().at(-1)).toMatchObject([SCORE, { expectedRevision: revision }]);
});

it.each([
  [
    'the server refuses',
    { status: 404, body: { code: 'NOT_FOUND', message: 'There is no such match.' } },
    'There is no such match.',
  ],
  ['the server breaks', { status: 500 }, FAILED],
])('keeps the input and says so when %s', async (_, reply, sentence) => {
  await open({ [SCORE]: () => reply });
  const form = await openMatch(FIRST);
  await type(form, '3', '1');
  await save(form);
  await form.findByText(sentence);
  within(screen.getByRole('region', { name: /^Notifications/, hidden: true })).getByText(FAILED);
  expect(form.getByRole('textbox', { name: 'Priya' })).toHaveProperty('value', '3');
});

it('undoes this desk’s last result, and then the bracket’s last one', async () => {
  const UNDO = 'POST /api/events/catan/undo-result';
  const asked = await open({ [SCORE]: () => enter(win('W1-1', 1)), [UNDO]: () => enter({ kind: 'undo' }) }, [
    win('W1-2', 1),
  ]);
  const form = await openMatch(FIRST);
  await type(form, '2', '0');
  await save(form);
  await closed();
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

it('says that another result is now the last one', async () => {
  const message = 'What was entered last is another result by now.';
  const undo = () => ({ status: 409, body: { code: 'CHANGED_MEANWHILE', message } });
  await open({ 'POST /api/events/catan/undo-result': undo }, [win('W1-1', 1)]);
  await press('Undo last result');
  await screen.findByText(message);
});

it('has nothing to undo without entries, and says why', async () => {
  const asked = await open();
  await press('Undo last result');
  screen.getByText('No result is entered yet.');
  expect(asked()).toEqual([]);
});

it('restores a result that this desk has cleared, even the only one', async () => {
  const UNDO = 'POST /api/events/catan/undo-result';
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
  screen.getByText('This event is over. Whatever is entered now is a correction.');
  const form = await openMatch(FIRST);
  await type(form, '1', '2');
  await save(form);
  await closed();
});

it('links to the big screen in a new tab', async () => {
  await open();
  const link = screen.getByRole('link', { name: 'Big screen: Catan Open (opens in a new tab)' });
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/display?event=catan', '_blank']);
});

const openWith = (matches: () => Reply) => {
  answerCalls({ 'GET /api/matches/catan': matches });
  const event = shownEvent({ tournamentType: 'single-elimination' });
  renderInPage(<BracketDesk event={event} back="Event Control" />, { at: '/admin/control?bracket=catan' });
};

it('says how to draw a bracket when there is none', async () => {
  openWith(() => ({ body: [] }));
  await screen.findByText('No bracket yet');
  screen.getByRole('button', { name: 'Generate Bracket: Catan Open' });
  screen.getByRole('button', { name: 'Random Seed: Catan Open' });
  expect(screen.queryByRole('button', { name: 'Undo last result' })).toBeNull();
});

it('says when the bracket did not load, and retries', async () => {
  let reply: Reply = { status: 500 };
  openWith(() => reply);
  await screen.findByText('The bracket didn’t load');
  reply = { body: shownMatches(FOUR) };
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('heading', { name: 'Ready now · 2' });
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
