import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { playOut, win } from '#testing/bracket.ts';
import {
  closed,
  DESK_READS,
  enter,
  FAILED,
  FIRST,
  FOUR,
  found,
  open,
  openMatch,
  PLAYED,
  press,
  SCORE,
  save,
  sendFirst,
  showDesk,
  toasted,
  type,
} from '#testing/bracket-desk.tsx';
import { itSendsLikeEveryDialog } from '#testing/dialog.tsx';
import type { Heard, Reply } from '#testing/page.tsx';
import { shownMatches } from '#testing/shown-bracket.ts';
import { userEvent } from '#testing/user-event.ts';
import { build } from '../../engine/build.ts';
import { fold } from '../../engine/fold.ts';
import { cleared } from '../../engine/results.ts';
import type { Entry } from '../../engine/state.ts';

itSendsLikeEveryDialog('The score of a match', {
  title: 'Winners semifinal, match 1',
  open: async () => {
    await showDesk();
    await press(FIRST);
  },
  fill: () => type(within(screen.getByRole('dialog')), '2', '0'),
  press: 'Save Result',
  busy: 'Saving...',
  call: SCORE,
  // The revision that it showed.
  body: { player1Score: 2, player2Score: 0, cascade: false, expectedRevision: 1 },
  answer: { body: shownMatches(FOUR, [win('W1-1', 1)]).find(({ id }) => id === 'catan_W1-1') },
  others: DESK_READS,
  done: 'Score saved',
  failed: FAILED,
});

it('shows the winner before saving', async () => {
  const asked = await open({ [SCORE]: () => enter(win('W1-1', 1)) });
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
  await screen.findByRole('button', { name: /^Winners semifinal, match 1: Priya beat Jo 2 to 0\. Correct its score$/ });
});

it('says who entered the result that stands, and who drew the bracket', async () => {
  const entry = (what: string, by: string | null, at: string) => ({ what, scores: null, at, by, session: 'd2d5661d' });
  await open(
    {
      'GET /api/matches/catan_W1-1/entries': () => ({
        body: [
          { ...entry('score', 'Mira', '2025-11-14T00:21:00.000Z'), scores: [2, 0] },
          entry('drawn', null, '2025-11-14T00:00:00.000Z'),
        ],
      }),
    },
    [win('W1-1', 1)],
  );
  const form = await openMatch(FIRST);
  const list = within(await form.findByRole('list', { name: 'Who entered it' }));
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '2 : 0 entered by Mira, 7:21 PM',
    'Bracket drawn by an organiser, 7:00 PM',
  ]);
});

const FORFEIT = 'POST /api/matches/catan_W1-1/forfeit';

it('decides without playing, in three ways', async () => {
  // After a refusal the dialog stays open for the next way.
  const refuse = ({ body }: Heard) => {
    const { player } = body as { player: unknown };
    return { status: 409, body: { code: 'REFUSED', message: `Refused for ${player}.` } };
  };
  const asked = await open({ [FORFEIT]: refuse });
  const form = await openMatch(FIRST);
  for (const [way, words, player] of [
    ['Jo did not come (forfeit)', 'Winner: Priya', 2],
    ['Both absent', 'Nobody advances.', 'both'],
    ['Priya is disqualified', 'Winner: Jo', 1],
  ] as const) {
    await userEvent.selectOptions(form.getByLabelText('How it was decided'), way);
    expect(form.queryByRole('textbox')).toBeNull();
    form.getByText(words);
    await save(form);
    await form.findByText(`Refused for ${player}.`);
  }
  expect(asked()).toMatchObject([
    [FORFEIT, { player: 2, disqualify: false, cascade: false }],
    [FORFEIT, { player: 'both', disqualify: false, cascade: false }],
    [FORFEIT, { player: 1, disqualify: true, cascade: false }],
  ]);
});

const USED = 'Told by the server.';
const CLEARS = 'Later matches depend on it. Changing it clears this result:';
const used = (entry: Entry) => (heard: Heard) =>
  (heard.body as { cascade: boolean }).cascade
    ? enter(entry)
    : { status: 409, body: { code: 'RESULT_USED', message: USED, clears: ['catan_W2-1'] } };

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
    'GET /api/matches?eventId=catan': () => ({ body: before }),
    [SCORE]: () => ({
      status: 409,
      body: { code: 'RESULT_USED', message: USED, clears: goes.map((match) => `catan_${match}`) },
    }),
  });
  const form = await openMatch(/^Winners round 1, match 1: .* score$/);
  for (const [name, score] of [
    ['P1', '0'],
    ['P16', '2'],
  ] as const) {
    await userEvent.clear(form.getByRole('textbox', { name }));
    await userEvent.paste(score);
  }
  await save(form);
  const told = await form.findByRole('list', { name: /clears these \d+ results:$/ });
  expect(within(told).getAllByRole('listitem').length).toBe(goes.length);
});

it('shows the server’s message when the screen does not know what would be cleared', async () => {
  await open({ [SCORE]: () => ({ status: 409, body: { code: 'RESULT_USED', message: USED } }) }, [win('W1-1', 1)]);
  const form = await sendFirst('3', '1');
  await form.findByText(USED);
});

it('asks for confirmation again when the input changes', async () => {
  const asked = await open({ [SCORE]: used(win('W1-1', 2)) }, PLAYED);
  const form = await sendFirst('1', '2');
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
  const form = await sendFirst('1', '2');
  await form.findByRole('button', { name: 'Clear and save' });
  await save(form, 'Clear Result');
  await form.findByRole('button', { name: 'Clear all of them' });
  expect(asked().map(([call, body]) => [call, (body as { cascade: boolean }).cascade])).toEqual([
    [SCORE, false],
    [clear, false],
  ]);
});

it('tells the second of two judges, shows the present result, and uses its revision from then on', async () => {
  const message = 'Another organiser has just changed this match.';
  let first = true;
  const asked = await open({
    [SCORE]: () => {
      if (!first) return enter(win('W1-1', 2));
      first = false;
      enter(win('W1-1', 1));
      return { status: 409, body: { code: 'CHANGED_MEANWHILE', message } };
    },
  });
  const form = await sendFirst('1', '2');
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

const SECOND = /^Winners semifinal, match 2: .* score$/;
/** Saves a result, and opens the next match before the answer. */
const saveInAHurry = async () => {
  const { promise: answer, ...end } = Promise.withResolvers<Reply>();
  await open({ [SCORE]: () => answer });
  const form = await sendFirst('2', '0');
  await save(form, 'Cancel');
  await closed();
  await openMatch(SECOND);
  return end;
};
const isNextOpen = () => within(screen.getByRole('dialog')).getByRole('textbox', { name: 'Marcus' });

it('keeps the next match open when the result of the one before is saved', async () => {
  const end = await saveInAHurry();
  end.resolve(enter(win('W1-1', 1)));
  await screen.findByText('Winners semifinal, match 1: Priya beat Jo 2 to 0.', { selector: '[role] *' });
  isNextOpen();
});

it.each([
  ['the network was lost', null, 'No connection. It is not certain that this was sent.'],
  ['the server refused', { status: 409, body: { code: 'RESULT_USED', message: USED, clears: [] } }, USED],
])('says in a toast that %s when its dialog is closed already', async (_, answer, words) => {
  const end = await saveInAHurry();
  if (answer === null) end.reject(new TypeError('Failed to fetch'));
  else end.resolve(answer);
  const toast = within(await screen.findByRole('region', { name: /^Notifications/, hidden: true }));
  await toast.findByText('Winners semifinal, match 1');
  toast.getByText(words);
  isNextOpen();
});

it('says in its own words that the server broke', async () => {
  await open({ [SCORE]: () => ({ status: 500 }) });
  const form = await sendFirst('3', '1');
  await form.findByText(FAILED);
});
