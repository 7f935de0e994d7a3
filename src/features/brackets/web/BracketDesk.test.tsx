import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { unlocked } from '#features/access/web/state.ts';
import { forgetToasts } from '#platform/web/ui/toast.ts';
import { win } from '#testing/bracket.ts';
import { answerCalls, type Heard, type Reply, renderInPage, shownEvent } from '#testing/page.tsx';
import { shownMatches } from '#testing/shown-bracket.ts';
import type { Entry } from '../rules/entries.ts';
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

const open = async (replies: Record<string, (heard: Heard) => Reply> = {}, before: Entry[] = []) => {
  entered = before;
  const heard = answerCalls({ 'GET /api/matches/catan': () => ({ body: now() }), ...replies });
  const event = shownEvent({ tournamentType: 'double-elimination', bracketDrawn: true });
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
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

it('lists what is ready now, and who waits longest with how long', async () => {
  await open({}, [win('W1-1', 1), win('W1-2', 1)]);
  const rows = (name: RegExp) =>
    within(screen.getByRole('list', { name }))
      .getAllByRole('button')
      .map(({ textContent }) => textContent?.replace(/waiting \d+ h \d+ min$/, ', waiting since'));
  expect(rows(/^Ready now/)).toEqual(['Winners finalPriya against Marcus', 'Losers round 1Jo against Lena']);
  expect(rows(/^Waiting longest/)).toEqual([
    'Winners finalPriya against Marcus, waiting since',
    'Losers round 1Jo against Lena, waiting since',
  ]);
});

it('shows the winner before anything is saved, then saves for the match as it was seen', async () => {
  const asked = await open({ [SCORE]: () => enter(win('W1-1', 1)) });
  const seen = found('W1-1');
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
  screen.getByText('Winners semifinal, match 1: Priya beat Jo 2 to 0.', { selector: '[role] *' });
  expect(asked()).toEqual([[SCORE, { player1Score: 2, player2Score: 0, cascade: false, expected: seen }]]);
  await screen.findByRole('button', { name: /^Winners semifinal, match 1: Priya beat Jo 2 to 0\. Correct its score$/ });
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

const USED = 'Later matches depend on it. Changing it clears this result: Winners final.';
const used = (entry: Entry) => (heard: Heard) =>
  (heard.body as { cascade: boolean }).cascade
    ? enter(entry)
    : { status: 409, body: { code: 'RESULT_USED', message: USED } };
const PLAYED = [win('W1-1', 1), win('W1-2', 1), win('W2-1', 1)];

it('tells what a correction would clear, and clears it when it is confirmed', async () => {
  const asked = await open({ [SCORE]: used(win('W1-1', 2)) }, PLAYED);
  const form = await openMatch(FIRST);
  expect(form.getByRole('textbox', { name: 'Priya' })).toHaveProperty('value', '2');
  await type(form, '1', '2');
  await save(form);
  await form.findByText(USED);
  expect(screen.queryByText('Error')).toBeNull();
  await save(form, 'Clear and save');
  await closed();
  expect(asked().map(([, body]) => (body as { cascade: boolean }).cascade)).toEqual([false, true]);
  await screen.findByRole('button', { name: /^Winners final: Jo against Marcus, ready now/ });
});

it('asks anew when something else is typed after that', async () => {
  const asked = await open({ [SCORE]: used(win('W1-1', 2)) }, PLAYED);
  const form = await openMatch(FIRST);
  await type(form, '1', '2');
  await save(form);
  await form.findByRole('button', { name: 'Clear and save' });
  await type(form, '0', '2');
  expect(form.queryByText(USED)).toBeNull();
  await save(form);
  await form.findByText(USED);
  expect(asked().map(([, body]) => (body as { cascade: boolean }).cascade)).toEqual([false, false]);
});

it('clears a result', async () => {
  const asked = await open({ 'DELETE /api/matches/catan_W1-1/score': used({ kind: 'clear', match: 'W1-1' }) }, PLAYED);
  const form = await openMatch(FIRST);
  await save(form, 'Clear Result');
  await form.findByText(USED);
  await save(form, 'Clear all of them');
  await closed();
  expect(asked().length).toBe(2);
  await screen.findByRole('button', { name: /^Winners semifinal, match 1: Priya against Jo, ready now/ });
});

it('tells a judge who was second, shows what stands, and means that from then on', async () => {
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
  const present = found('W1-1');
  await save(form);
  await closed();
  expect(asked().at(-1)).toMatchObject([SCORE, { expected: present }]);
});

it.each([
  [
    'the server refuses',
    { status: 404, body: { code: 'NOT_FOUND', message: 'There is no such match.' } },
    'There is no such match.',
  ],
  ['the server breaks', { status: 500 }, FAILED],
])('keeps what was typed and says so when %s', async (_, reply, sentence) => {
  await open({ [SCORE]: () => reply });
  const form = await openMatch(FIRST);
  await type(form, '3', '1');
  await save(form);
  await form.findByText(sentence);
  within(screen.getByRole('region', { name: /^Notifications/, hidden: true })).getByText(FAILED);
  expect(form.getByRole('textbox', { name: 'Priya' })).toHaveProperty('value', '3');
});

it('takes back what this desk entered last, and then whatever is last', async () => {
  const UNDO = 'POST /api/events/catan/undo-result';
  const asked = await open({ [SCORE]: () => enter(win('W1-1', 1)), [UNDO]: () => enter({ kind: 'undo' }) }, [
    win('W1-2', 1),
  ]);
  const form = await openMatch(FIRST);
  await type(form, '2', '0');
  await save(form);
  await closed();
  await press('Undo last result');
  await screen.findByText('Winners semifinal, match 1: Priya against Jo, ready now.', { selector: '[role] *' });
  await screen.findByRole('button', { name: /^Winners semifinal, match 1: Priya against Jo, ready now/ });
  await press('Undo last result');
  await waitFor(() => expect(asked().length).toBe(3));
  expect(asked().slice(1)).toEqual([
    [UNDO, { expected: 'catan_W1-1' }],
    [UNDO, {}],
  ]);
});

it('says that another result is the last one by now', async () => {
  const message = 'What was entered last is another result by now.';
  await open({
    'POST /api/events/catan/undo-result': () => ({ status: 409, body: { code: 'CHANGED_MEANWHILE', message } }),
  });
  await press('Undo last result');
  await screen.findByText(message);
});

it('shows the champion', async () => {
  await open({}, [...PLAYED, win('L1-1', 1), win('L2-1', 1), win('GF', 1)]);
  expect(screen.getByText('Champion').parentElement?.textContent).toBe('ChampionPriya');
  expect(screen.queryByText('Ready now')).toBeNull();
});
