import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { itSendsLikeEveryDialog, Opened } from '#testing/dialog.tsx';
import { answerCalls, renderInPage } from '#testing/page.tsx';
import { shownEvent } from '#testing/shown-event.ts';
import { userEvent } from '#testing/user-event.ts';
import type { Amended } from '../contract.ts';
import { AmendDialog } from './AmendDialog.tsx';
import { AmendedPlace } from './AmendedPlace.tsx';

const ZONE = 'America/New_York';
const removed: Amended = {
  ...{ id: 'a-1', kind: 'removed', placeId: 'r-1', eventId: 'catan', playerName: 'Mickey', became: null },
  ...{ undoUntil: '2025-11-13T18:01:00.000Z', promoted: null, forfeited: 0 },
};
const CHESS = shownEvent({ id: 'chess', title: 'Chess' });

const show = (onAmended: (amended: Amended) => void = () => undefined) =>
  renderInPage(
    <Opened>
      {(onClose) => (
        <AmendDialog
          place={{ id: 'r-1', playerName: 'Mickey' }}
          event={shownEvent()}
          zone={ZONE}
          onAmended={onAmended}
          onHandOver={vi.fn()}
          onClose={onClose}
        />
      )}
    </Opened>,
    { events: [shownEvent(), CHESS, shownEvent({ id: 'full', title: 'Full', currentRegistrations: 16 })], admin: true },
  );
const open = (replies: Parameters<typeof answerCalls>[0]) => {
  const heard = answerCalls(replies);
  const onAmended = vi.fn();
  show(onAmended);
  const sent = () => heard.filter(({ call }) => call.startsWith('POST')).map(({ call, body }) => [call, body]);
  return { sent, onAmended };
};
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const refused = (status: number, code: string, message: string) => () => ({ status, body: { code, message } });

itSendsLikeEveryDialog('Remove a place', {
  title: 'Mickey',
  open: () => show(),
  press: 'Remove',
  busy: 'Remove',
  call: 'POST /api/rsvps/r-1/remove',
  body: { forfeit: false },
  answer: { body: { ...removed, promoted: 'Cy' } },
  done: 'Cy has the place now, from the waiting list.',
});

itSendsLikeEveryDialog('Rename a place', {
  title: 'Mickey',
  open: async () => {
    show();
    await press('Rename');
  },
  fill: () => userEvent.type(screen.getByLabelText('New name'), ' Brown '),
  press: 'Rename',
  busy: 'Renaming...',
  call: 'POST /api/rsvps/r-1/rename',
  body: { playerName: 'Mickey Brown' },
  answer: { body: { ...removed, kind: 'renamed', became: 'Mickey Brown' } },
  done: 'Mickey is now Mickey Brown',
});

it('starts at Rename, removes at once, and tells the list what was done', async () => {
  const { onAmended } = open({ 'POST /api/rsvps/r-1/remove': () => ({ body: removed }) });
  expect(document.activeElement?.textContent).toBe('Rename');
  await press('Remove');
  await screen.findByText('Mickey removed from Catan Open');
  expect(onAmended.mock.calls).toEqual([[removed]]);
});

it('asks before a player of the bracket is removed', async () => {
  const { sent, onAmended } = open({
    'POST /api/rsvps/r-1/remove': ({ body }) =>
      (body as { forfeit: boolean }).forfeit
        ? { body: { ...removed, forfeited: 1 } }
        : refused(409, 'BRACKET_DRAWN', 'Mickey plays in the bracket.')(),
  });
  await press('Remove');
  const forfeit = await screen.findByRole('button', { name: 'Forfeit their matches' });
  expect([document.activeElement, onAmended.mock.calls.length]).toEqual([forfeit, 0]);
  await userEvent.click(forfeit);
  await screen.findByText('1 match is forfeited.');
  expect(sent().map(([, body]) => body)).toEqual([{ forfeit: false }, { forfeit: true }]);
});

it('says why the matches could not be forfeited when the server refuses', async () => {
  const gone = refused(404, 'NOT_FOUND', 'This place is not there any more.');
  open({
    'POST /api/rsvps/r-1/remove': ({ body }) =>
      (body as { forfeit: boolean }).forfeit ? gone() : refused(409, 'BRACKET_DRAWN', 'Mickey plays in the bracket.')(),
  });
  await press('Remove');
  await userEvent.click(await screen.findByRole('button', { name: 'Forfeit their matches' }));
  await screen.findByText('This place is not there any more.');
});

it('puts in a substitute, and then removes', async () => {
  const { sent } = open({
    'POST /api/rsvps/r-1/remove': () =>
      sent().length === 1 ? refused(409, 'BRACKET_DRAWN', 'Mickey plays in the bracket.')() : { body: removed },
    'POST /api/events/catan/substitutes': () => ({ body: [] }),
  });
  await press('Remove');
  await userEvent.click(await screen.findByRole('button', { name: 'Put in a substitute' }));
  expect(document.activeElement).toBe(screen.getByLabelText('Who plays instead?'));
  expect(screen.queryByText('Mickey plays in the bracket.')).toBeNull();
  await userEvent.keyboard('Bo{Enter}');
  await screen.findByText('Bo plays in their place.');
  expect(sent().slice(1)).toEqual([
    ['POST /api/events/catan/substitutes', { entrantId: 'r-1', playerName: 'Bo' }],
    ['POST /api/rsvps/r-1/remove', { forfeit: false }],
  ]);
});

it('removes a player whose substitute was put in by a try that failed after it', async () => {
  const removals = [refused(409, 'BRACKET_DRAWN', 'Mickey plays in the bracket.'), refused(503, 'BUSY', 'Very busy.')];
  const substitutions = [() => ({ body: [] })];
  const out = refused(404, 'NOT_FOUND', 'This player is not in the bracket any more.');
  const { sent } = open({
    'POST /api/rsvps/r-1/remove': () => removals.shift()?.() ?? { body: removed },
    'POST /api/events/catan/substitutes': () => (substitutions.shift() ?? out)(),
  });
  await press('Remove');
  await userEvent.click(await screen.findByRole('button', { name: 'Put in a substitute' }));
  await userEvent.keyboard('Bo{Enter}');
  await screen.findByText('Very busy.');
  await userEvent.keyboard('{Backspace}{Backspace}Cy{Enter}');
  await screen.findByText(/^Mickey removed from/);
  expect(screen.queryByText('Cy plays in their place.')).toBeNull();
  expect(sent().at(-1)).toEqual(['POST /api/rsvps/r-1/remove', { forfeit: false }]);
});

it('renames by typing over the name and Enter, but not to the same name', async () => {
  const { sent } = open({ 'POST /api/rsvps/r-1/rename': refused(409, 'ALREADY_REGISTERED', 'Bo is registered.') });
  await press('Rename');
  const field = screen.getByLabelText('New name');
  expect(document.activeElement).toBe(field);
  await userEvent.keyboard('{Enter}');
  expect(sent()).toEqual([]);
  await userEvent.keyboard('Bo{Enter}');
  await screen.findByText('Bo is registered.');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(sent()).toEqual([['POST /api/rsvps/r-1/rename', { playerName: 'Bo' }]]);
});

it('moves to an event with a free seat', async () => {
  const { sent } = open({
    'POST /api/rsvps/r-1/move': () => ({ body: { ...removed, kind: 'moved', became: 'Chess' } }),
  });
  await press('Move to another event');
  const offered = within(screen.getByRole('list', { name: 'Events with a free place' })).getAllByRole('button');
  expect(offered.map(({ textContent }) => textContent)).toEqual([expect.stringMatching(/^Chess/)]);
  await userEvent.type(screen.getByLabelText('Move to which event?'), 'zzz');
  screen.getByText('No event with a free place.');
  await userEvent.clear(screen.getByLabelText('Move to which event?'));
  await press(offered[0]?.textContent ?? '');
  await screen.findByText('Mickey moved to Chess');
  expect(sent()).toEqual([['POST /api/rsvps/r-1/move', { eventId: 'chess' }]]);
});

it('undoes, and says where that put somebody', async () => {
  const undone = { playerName: 'Mickey', eventTitle: 'Catan Open', outcome: 'waiting' };
  answerCalls({ 'POST /api/amendments/a-1/undo': () => ({ body: undone }) });
  renderInPage(<AmendedPlace amendment={removed} justMade />, { events: [shownEvent()], admin: true });
  const undo = screen.getByRole('button', { name: 'Undo: Mickey' });
  expect(document.activeElement).toBe(undo);
  await userEvent.click(undo);
  await screen.findByText('The place has been taken: Mickey is first on the waiting list of Catan Open.');
});
