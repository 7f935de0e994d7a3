import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { FOUR, open, press } from '#testing/bracket-desk.tsx';
import { shownMatches } from '#testing/shown-bracket.ts';
import { findDialog, userEvent } from '#testing/user-event.ts';
import type { Match } from '../../contract.ts';
import type { EventCalls } from '../../rules/shapes.ts';

const CALLS = 'GET /api/events/catan/calls';
const MATCH = 'catan_W1-1';
const CALL = `PUT /api/matches/${MATCH}/call`;
const CALLED_AT = '2025-11-15T18:00:00.000Z';

const calls = (match: Partial<EventCalls['matches'][number]>): EventCalls => ({
  tables: ['4', '5', '6'].map((name) => ({ name, reason: name === '6' ? 'wet' : null, by: null })),
  callsByItself: false,
  matches: [{ id: MATCH, call: null, table: '4', whyNot: null, ...match }],
  withoutMatch: [],
  otherwise: [],
  fixedTables: [],
});
const called = (seenBy: string[] = []) => calls({ call: { table: '4', calledAt: CALLED_AT, seenBy }, table: null });
const withCall = (): Match[] =>
  shownMatches(FOUR).map((match) =>
    match.id === MATCH ? { ...match, call: { table: '4', calledAt: CALLED_AT } } : match,
  );

it('calls to the suggested table with one press, or to another that is open', async () => {
  const sent = await open({ [CALLS]: () => ({ body: calls({}) }), [CALL]: () => ({ body: {} }) });
  const other = await screen.findByRole('combobox', { name: 'Call to another table' });
  expect(
    within(other)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Other...', 'Table 5']);
  await press('Call to table 4');
  await userEvent.selectOptions(other, 'Table 5');
  await waitFor(() =>
    expect(sent()).toEqual([
      [CALL, { table: '4' }],
      [CALL, { table: '5' }],
    ]),
  );
});

it('says why a match cannot be called, and offers no button', async () => {
  await open({ [CALLS]: () => ({ body: calls({ table: null, whyNot: 'Priya plays at table 2 in Azul Open.' }) }) });
  await screen.findByText('Priya plays at table 2 in Azul Open.');
  expect(screen.queryByRole('button', { name: /^Call to/ })).toBeNull();
});

it('shows who has seen the call and how much time is left, and undoes it', async () => {
  vi.useFakeTimers({ now: Date.parse(CALLED_AT) + 61_000, toFake: ['Date'] });
  const undo = `DELETE /api/matches/${MATCH}/call`;
  const sent = await open({
    [CALLS]: () => ({ body: called(['rsvp-1']) }),
    'GET /api/matches?eventId=catan': () => ({ body: withCall() }),
    [undo]: () => ({ status: 204, body: null }),
  });
  await screen.findByText('✓ Priya has seen it');
  screen.getByText('Jo has not seen it yet');
  expect(screen.getByRole('timer').textContent).toMatch(/^3:5\d left$/);
  expect(screen.queryByRole('button', { name: 'Forfeit...' })).toBeNull();
  await press('Undo call');
  await waitFor(() => expect(sent()).toEqual([[undo, undefined]]));
});

it.each([
  [['rsvp-1'], 'forfeit-2', 'Winner: Priya'],
  [['rsvp-4'], 'forfeit-1', 'Winner: Jo'],
  [[], 'forfeit-both', 'Nobody advances.'],
  // They may be playing.
  [['rsvp-1', 'rsvp-4'], 'played', 'Type both scores first.'],
])(
  'seen by %j, offers a forfeit after five minutes that begins with %s, and enters none by itself',
  async (seen, way, words) => {
    vi.useFakeTimers({ now: Date.parse(CALLED_AT) + 300_000, toFake: ['Date'] });
    const sent = await open({
      [CALLS]: () => ({ body: called(seen) }),
      'GET /api/matches?eventId=catan': () => ({ body: withCall() }),
    });
    await screen.findByText('five minutes are over');
    await press('Forfeit...');
    const form = within(await findDialog());
    expect(form.getByRole<HTMLSelectElement>('combobox').value).toBe(way);
    form.getByText(words, { selector: 'p' });
    expect(sent()).toEqual([]);
  },
);

it('keeps the only table 4, which was not typed as a count, when something else is saved', async () => {
  const edit = 'PATCH /api/events/catan';
  const only = { ...calls({}), tables: [{ name: '4', reason: null, by: null }] };
  const sent = await open({ [CALLS]: () => ({ body: only }), [edit]: () => ({ body: {} }) });
  await press('Tables');
  const dialog = await findDialog('Tables');
  await userEvent.click(within(dialog).getByRole('checkbox', { name: /^Call by itself/ }));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save Tables' }));
  await waitFor(() => expect(sent()).toEqual([[edit, { tables: ['4'], closedTables: {}, callsByItself: true }]]));
});
