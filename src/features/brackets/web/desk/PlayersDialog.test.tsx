import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { win } from '#testing/bracket.ts';
import { DESK_READS, enter, FOUR, now, open, press, showDesk, toasted } from '#testing/bracket-desk.tsx';
import { itSendsLikeEveryDialog } from '#testing/dialog.tsx';
import { shownMatches } from '#testing/shown-bracket.ts';
import { findDialog, userEvent } from '#testing/user-event.ts';
import type { Place } from './players-change.ts';

const SEEDS = 'PUT /api/events/catan/seeds';
const SUBSTITUTE = 'POST /api/events/catan/substitutes';
const FORFEITS = 'POST /api/events/catan/forfeits';

const place = (playerName: string, said: Partial<Place> = {}): Place => ({
  ...{ id: `rsvp-${FOUR.indexOf(playerName) + 1}`, playerName, checkedIn: true },
  ...said,
});
const ALL = FOUR.map((name) => place(name));
const NOOR = place('Noor', { id: 'noor', checkedIn: false });

const openPlayers = async () => {
  await press('Players');
  return within(await findDialog('Players'));
};
const order = () =>
  within(screen.getByRole('list', { name: 'Players by seed' }))
    .getAllByRole('listitem')
    .map((row) => (row as HTMLElement).dataset.id);

itSendsLikeEveryDialog('The seeds of the players', {
  title: 'Players',
  open: async () => {
    await showDesk();
    await press('Players');
  },
  fill: () => press('Move Jo up'),
  press: 'Save Seeds',
  busy: 'Save Seeds',
  call: SEEDS,
  body: { order: ['rsvp-1', 'rsvp-2', 'rsvp-4', 'rsvp-3'], expectedRevision: 1 },
  answer: { body: shownMatches(['Priya', 'Marcus', 'Jo', 'Lena']) },
  others: DESK_READS,
  done: 'Seeds saved',
  lostToast: /^No connection\./,
});

it('moves seeds by keyboard and by buttons, keeps the focus there, and saves nothing yet', async () => {
  const asked = await open();
  const dialog = await openPlayers();
  expect(dialog.getByRole('button', { name: 'Save Seeds' }).getAttribute('aria-disabled')).toBe('true');
  dialog.getByRole('button', { name: /^Drag Lena, seed 3 of 4/ }).focus();
  await userEvent.keyboard('{ArrowUp}');
  expect(order()).toEqual(['rsvp-1', 'rsvp-3', 'rsvp-2', 'rsvp-4']);
  dialog.getByText('Lena is seed 2 of 4.');
  expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Drag Lena, seed 2 of 4/);
  await userEvent.keyboard('{End}{Home}');
  expect(order()).toEqual(['rsvp-3', 'rsvp-1', 'rsvp-2', 'rsvp-4']);
  await userEvent.keyboard('{ArrowUp}');
  await userEvent.click(dialog.getByRole('button', { name: 'Move Jo up' }));
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Move Jo up');
  await userEvent.click(dialog.getByRole('button', { name: 'Move Jo down' }));
  expect(order()).toEqual(['rsvp-3', 'rsvp-1', 'rsvp-2', 'rsvp-4']);
  expect(asked()).toEqual([]);
});

itSendsLikeEveryDialog('A substitute for a player', {
  title: 'Players',
  open: async () => {
    await showDesk();
    await press('Players');
  },
  fill: async () => {
    await press('Substitute for Marcus');
    await userEvent.type(screen.getByRole('textbox', { name: 'Who plays for Marcus?' }), 'Noor ');
  },
  press: 'Put in',
  busy: 'Put in',
  call: SUBSTITUTE,
  body: { entrantId: 'rsvp-2', playerName: 'Noor', expectedRevision: 1 },
  answer: { body: shownMatches(['Priya', 'Noor', 'Lena', 'Jo']) },
  others: DESK_READS,
  done: 'Noor plays for Marcus in Catan Open.',
  lostToast: /^No connection\./,
  staysOpen: true,
});

it('offers a registered person as a substitute, and says what another name means', async () => {
  await open({}, [], {}, [...ALL, NOOR]);
  const dialog = await openPlayers();
  await userEvent.click(dialog.getByRole('button', { name: 'Substitute for Marcus' }));
  const name = dialog.getByRole('textbox', { name: 'Who plays for Marcus?' });
  expect(document.activeElement).toBe(name);
  await userEvent.type(name, 'Ota');
  dialog.getByText('Nobody of this name has a place, so this gives them one too.');
  const form = within(name.closest('form') as HTMLElement);
  await userEvent.click(form.getByRole('button', { name: /^Noor/ }));
  expect(dialog.queryByText(/gives them a place/)).toBeNull();
  expect(name).toHaveProperty('value', 'Noor');
});

it('puts nobody in while a changed order is not saved, and says why', async () => {
  const asked = await open({
    'GET /api/matches?eventId=catan': () => ({ body: shownMatches(['Priya', 'Marcus', 'Lena']) }),
  });
  const dialog = await openPlayers();
  const isDisabled = (name: string) => dialog.getByRole('button', { name }).getAttribute('aria-disabled') === 'true';
  const late = 'Add a late entrant';
  expect([isDisabled('Substitute for Priya'), isDisabled(late)]).toEqual([false, false]);
  await userEvent.click(dialog.getByRole('button', { name: late }));
  await userEvent.type(dialog.getByRole('textbox', { name: 'Who joins?' }), 'Noor');
  await userEvent.click(dialog.getByRole('button', { name: 'Move Marcus up' }));
  expect([isDisabled('Substitute for Priya'), isDisabled('Put into a bye')]).toEqual([true, true]);
  expect(dialog.getAllByText('Save the seeds first.')).not.toHaveLength(0);
  await userEvent.click(dialog.getByRole('button', { name: 'Put into a bye' }));
  await userEvent.type(dialog.getByRole('textbox', { name: 'Who joins?' }), '{Enter}');
  expect(asked()).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Move Marcus down' }));
  expect([isDisabled('Substitute for Priya'), isDisabled('Put into a bye')]).toEqual([false, false]);
});

it('says that no bye is left', async () => {
  await open();
  (await openPlayers()).getByText(/^No bye is left/);
  await press('Close');
});

it('offers only substitutes for who has not played, once there is a result', async () => {
  await open({}, [win('W1-1', 1)]);
  const dialog = await openPlayers();
  expect(dialog.getAllByText('has played')).toHaveLength(2);
  const buttons = dialog
    .getAllByRole('button')
    .map((button) => button.getAttribute('aria-label') ?? button.textContent);
  expect(buttons).toEqual(['Substitute for Marcus', 'Substitute for Lena', 'Close']);
});

it('names who gave up the place, and puts in a substitute or forfeits all their matches', async () => {
  const asked = await open(
    {
      [FORFEITS]: () => {
        enter({ kind: 'forfeit', match: 'W1-1', player: 1 });
        return { ...enter({ kind: 'forfeit', match: 'L1-1', player: 1 }), body: now() };
      },
    },
    [win('W1-2', 1)],
    {},
    ALL.slice(1),
  );
  const rows = within(screen.getByRole('list', { name: 'Players without a place' }));
  expect(rows.getByRole('listitem').textContent).toContain('Priya gave up the place.');
  await press('Put in a substitute: Priya');
  await screen.findByRole('textbox', { name: 'Who plays for Priya?' });
  await press('Close');
  expect(asked()).toEqual([]);
  await press('Forfeit their matches: Priya');
  await toasted('Matches forfeited');
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Players without a place' })).toBeNull());
  expect(asked()).toEqual([[FORFEITS, { entrantId: 'rsvp-1' }]]);
});

it('does not say that matches were forfeited when there was none to forfeit', async () => {
  const message = 'Priya has no match that can be played now.';
  const nothing = () => ({ status: 409, body: { code: 'MATCH_NOT_READY', message } });
  await open({ [FORFEITS]: nothing }, [win('W1-2', 1)], {}, ALL.slice(1));
  await press('Forfeit their matches: Priya');
  await toasted(message);
  expect(screen.queryByText('Matches forfeited')).toBeNull();
});

it('says that a match can be forfeited once its other player is known', async () => {
  await open({}, [win('W1-1', 2)], {}, ALL.slice(1));
  const row = screen.getByRole('list', { name: 'Players without a place' });
  expect(row.textContent).toContain('Their next match can be forfeited when its other player is known.');
  expect(within(row).queryAllByRole('button')).toEqual([]);
});
