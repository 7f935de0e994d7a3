import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { itSendsLikeEveryDialog } from '#testing/dialog.tsx';
import { answerCalls, NOW, renderInPage } from '#testing/page.tsx';
import { findDialog, userEvent } from '#testing/user-event.ts';
import type { ScreenPage, StaffScreen } from '../contract.ts';
import { FIRST_PLAYLIST } from '../rules/pages.ts';
import { ScreensCard } from './ScreensCard.tsx';

const PAGES: ScreenPage[] = [
  { kind: 'now-here', seconds: 20 },
  { kind: 'messages', seconds: 15 },
  { kind: 'picture', seconds: 10, pictureId: 'p-1' },
];
const ARCADE: StaffScreen = {
  ...{ name: 'arcade', location: 'Arcade', pages: PAGES, now: null, revision: 1 },
  ...{ lastSeenAt: '2025-11-13T17:57:00.000Z', strangerSeenAt: null, isPaired: true },
  shows: { kind: 'messages' },
};

/** A server with these screens and one picture. */
const listsOf = (screens: StaffScreen[]) => ({
  'GET /api/screens': () => ({ body: screens }),
  'GET /api/pictures': () => ({ body: [{ id: 'p-1', width: 1920, height: 1080 }] }),
});
const open = (screens: StaffScreen[], more: Parameters<typeof answerCalls>[0] = {}) => {
  const log = answerCalls({ ...listsOf(screens), ...more });
  renderInPage(<ScreensCard />, { admin: true, events: [] });
  return log;
};
const openBy = async (button: string) => {
  renderInPage(<ScreensCard />, { admin: true, events: [] });
  await userEvent.click(await screen.findByRole('button', { name: button }));
};
const sent = (log: ReturnType<typeof answerCalls>) => log.filter(({ call }) => !call.startsWith('GET '));

it('says when each screen was last heard of, and that it should have been', async () => {
  open([
    ARCADE,
    { ...ARCADE, name: 'lobby', lastSeenAt: NOW },
    { ...ARCADE, name: 'bar', lastSeenAt: NOW, isPaired: false },
    { ...ARCADE, name: 'hall', lastSeenAt: '2025-11-13T17:56:00.000Z', strangerSeenAt: NOW },
    { ...ARCADE, name: 'stage', lastSeenAt: null },
  ]);
  const rows = within(await screen.findByRole('list', { name: 'Screens' }));
  await rows.findByText('arcade');
  const line = (words: RegExp) => screen.getByText(words).closest('p')?.textContent;
  expect(line(/showed Messages$/)).toBe('Last heard of 3 minutes ago · showed Messages');
  expect(line(/shows Messages$/)).toBe('Last heard of just now · shows Messages');
  expect(line(/A computer that is not paired/)).toBe(
    'Last heard of 4 minutes ago · showed Messages. A computer that is not paired shows it: make that one this screen again, at /display.',
  );
  expect(line(/· not paired/)).toBe('Last heard of just now · shows Messages · not paired: opened by its address');
  expect(line(/^Not heard of yet/)).toContain('/display/stage');
});

itSendsLikeEveryDialog('Add a screen', {
  open: () => openBy('Add a screen'),
  fill: () => userEvent.type(screen.getByLabelText('Name'), 'Hall 2 '),
  press: 'Add',
  busy: 'Adding...',
  call: 'PUT /api/screens/hall-2',
  body: { name: 'hall-2', expectedRevision: 0, pages: FIRST_PLAYLIST },
  answer: { body: ARCADE },
  others: listsOf([ARCADE]),
  done: 'Screen added',
});

itSendsLikeEveryDialog('Add a screen by the code of a wall', {
  title: 'Add a screen',
  open: () => openBy('Add a screen'),
  fill: async () => {
    await userEvent.type(screen.getByLabelText('Name'), 'Hall 2 ');
    await userEvent.type(screen.getByLabelText('Code that the wall shows'), 'k7q px');
  },
  press: 'Add',
  busy: 'Adding...',
  call: 'PUT /api/screen-codes/K7QPX',
  body: { name: 'hall-2' },
  answer: { status: 204 },
  others: listsOf([ARCADE]),
  done: 'The wall has its name',
});

it('begins without a name when the screen before was added', async () => {
  open([ARCADE], { 'PUT /api/screens/hall': () => ({ body: ARCADE }) });
  const add = await screen.findByRole('button', { name: 'Add a screen' });
  await userEvent.click(add);
  await findDialog('Add a screen');
  await userEvent.type(screen.getByLabelText('Name'), 'hall');
  await userEvent.click(screen.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.click(add);
  await findDialog('Add a screen');
  expect(screen.getByLabelText('Name')).toHaveProperty('value', '');
});

it('makes no screen over another', async () => {
  const log = open([ARCADE]);
  await userEvent.click(await screen.findByRole('button', { name: 'Add a screen' }));
  const dialog = within(await findDialog('Add a screen'));
  await userEvent.type(dialog.getByLabelText('Name'), 'arcade');
  await dialog.findByText('There is a screen of this name.');
  await userEvent.click(dialog.getByRole('button', { name: 'Add' }));
  expect(sent(log)).toEqual([]);
});

itSendsLikeEveryDialog('Arrange a screen', {
  title: 'arcade',
  open: () => openBy('Arrange arcade'),
  fill: async () => {
    const dialog = within(screen.getByRole('dialog'));
    for (let step = 0; step < 2; step += 1)
      await userEvent.click(dialog.getByRole('button', { name: 'Move Picture 1 up' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Remove Messages' }));
    await userEvent.selectOptions(dialog.getByLabelText('Another page'), 'Standings');
    await userEvent.click(dialog.getByRole('button', { name: 'Add' }));
    await userEvent.type(dialog.getByLabelText('Seconds of Standings'), '{Backspace}{Backspace}25');
    await userEvent.type(dialog.getByLabelText('Name'), ' 1');
  },
  press: 'Save',
  busy: 'Saving...',
  call: 'PUT /api/screens/arcade',
  body: {
    name: 'arcade-1',
    expectedRevision: 1,
    location: 'Arcade',
    pages: [
      { kind: 'picture', seconds: 10, pictureId: 'p-1' },
      { kind: 'now-here', seconds: 20 },
      { kind: 'standings', seconds: 25 },
    ],
  },
  answer: { body: ARCADE },
  others: listsOf([ARCADE]),
  done: 'Screen saved',
});

it('moves and removes pages with the focus, and saves none that is shown for too long', async () => {
  const log = open([ARCADE]);
  await userEvent.click(await screen.findByRole('button', { name: 'Arrange arcade' }));
  const dialog = within(await findDialog('arcade'));
  const pages = () =>
    dialog.getAllByRole('listitem').map(({ textContent }) => textContent?.replace(/Seconds of .*/, ''));
  dialog.getByText('No event is in this room.');
  const preview = dialog.getByRole('link', { name: 'Preview Picture 1' });
  expect(preview.getAttribute('href')).toContain('/display/arcade?kind=picture');
  const up = dialog.getByRole('button', { name: 'Move Picture 1 up' });
  await userEvent.click(up);
  await userEvent.keyboard('{Enter}');
  expect(pages()).toEqual(['1Picture 1', '2Now and next in this room', '3Messages']);
  expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Move Picture 1 up' }));
  expect(dialog.getByText('Picture 1 is page 1 of 3.')).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Remove Messages' }));
  expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Remove Now and next in this room' }));
  await userEvent.type(dialog.getByLabelText('Seconds of Picture 1'), '{Backspace}{Backspace}700');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(sent(log)).toEqual([]);
  dialog.getByText('5 to 600');
});

it('shows no broken picture for one that was removed', async () => {
  open([ARCADE]);
  await userEvent.click(await screen.findByRole('button', { name: 'Arrange arcade' }));
  const picture = (await findDialog('arcade')).querySelector('img');
  if (picture === null) throw new Error('no picture');
  fireEvent.error(picture);
  expect(picture.hidden).toBe(true);
});

it('keeps the focus on the button that moves a page down', async () => {
  open([ARCADE]);
  await userEvent.click(await screen.findByRole('button', { name: 'Arrange arcade' }));
  const dialog = within(await findDialog('arcade'));
  const down = () => dialog.getByRole('button', { name: 'Move Now and next in this room down' });
  await userEvent.click(down());
  expect(document.activeElement).toBe(down());
  await userEvent.keyboard('{Enter}');
  expect(dialog.getByText('Now and next in this room is page 3 of 3.')).toBeTruthy();
});

it('keeps what was arranged when the form is closed without saving', async () => {
  open([ARCADE]);
  await userEvent.click(await screen.findByRole('button', { name: 'Arrange arcade' }));
  const first = within(await findDialog('arcade'));
  await userEvent.click(first.getByRole('button', { name: 'Remove Messages' }));
  await userEvent.keyboard('{Escape}');
  await userEvent.click(await screen.findByRole('button', { name: 'Arrange arcade' }));
  const again = within(await findDialog('arcade'));
  expect(again.queryByRole('button', { name: 'Remove Messages' })).toBeNull();
  expect(again.getByText('This is what you typed before.')).toBeTruthy();
});

it('shows one page now and ends that', async () => {
  let now: ScreenPage | null = null;
  const log = open([ARCADE], {
    'GET /api/screens': () => ({ body: [{ ...ARCADE, now }] }),
    'PUT /api/screens/arcade/now': ({ body }) => {
      now = (body as { page: ScreenPage | null }).page;
      return { body: { ...ARCADE, now }, touches: 'screens' };
    },
  });
  await userEvent.click(await screen.findByText('Show one page now'));
  await userEvent.click(screen.getByRole('button', { name: 'Picture 1' }));
  await screen.findByText('Picture 1 instead of its pages');
  await userEvent.click(screen.getByRole('button', { name: 'End what arcade shows now' }));
  await waitFor(() => expect(screen.queryByText('Picture 1 instead of its pages')).toBeNull());
  expect(sent(log).map(({ body }) => body)).toEqual([{ page: PAGES[2] }, { page: null }]);
});

it('asks before it removes a screen', async () => {
  const log = open([ARCADE], { 'DELETE /api/screens/arcade': () => ({ status: 204 }) });
  await userEvent.click(await screen.findByRole('button', { name: 'Remove arcade' }));
  await userEvent.click(screen.getByRole('button', { name: 'Keep it' }));
  expect(sent(log)).toEqual([]);
  await userEvent.click(await screen.findByRole('button', { name: 'Remove arcade' }));
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(sent(log).map(({ call }) => call)).toEqual(['DELETE /api/screens/arcade']));
});
