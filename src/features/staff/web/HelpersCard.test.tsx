import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { answerCalls, renderInPage } from '#testing/page.tsx';
import { shownEvent } from '#testing/shown-event.ts';
import { findDialog, userEvent } from '#testing/user-event.ts';
import type { Helper } from '../contract.ts';
import { HelpersCard } from './HelpersCard.tsx';

const jo: Helper = {
  ...{ id: 'h1', name: 'Jo', role: 'door', eventId: null, location: null },
  ...{ endsAt: '2025-11-17T05:00:00.000Z', lastUsedAt: null, devices: 0 },
};

it('makes a link for a door, asks where only of jobs that have a place, shows it once, and stops it', async () => {
  let helpers: Helper[] = [];
  const link = 'https://fest.example/helper#h1.secret';
  const heard = answerCalls({
    'GET /api/helpers': () => ({ body: helpers }),
    'POST /api/helpers': () => {
      helpers = [jo];
      return { status: 201, body: { ...jo, link, qrCode: 'data:image/png;base64,AA' }, touches: 'helpers' };
    },
    'DELETE /api/helpers/h1': () => {
      helpers = [];
      return { status: 204, touches: 'helpers' };
    },
  });
  renderInPage(<HelpersCard zone="America/New_York" />, { admin: true, events: [shownEvent()] });
  await userEvent.click(await screen.findByRole('button', { name: 'Add a helper' }));
  await findDialog('Add a helper');
  await userEvent.type(screen.getByLabelText('Name'), 'Jo');
  await userEvent.selectOptions(screen.getByLabelText('Job'), 'Points');
  expect(screen.queryByLabelText('Where')).toBeNull();
  await userEvent.selectOptions(screen.getByLabelText('Job'), 'Door');
  screen.getByLabelText('Where');
  await userEvent.click(screen.getByRole('button', { name: 'Make the link' }));
  await screen.findByRole('img', { name: 'QR code of the link' });
  const copied = vi.fn(async (_: string) => undefined);
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: copied } });
  await userEvent.click(screen.getByRole('button', { name: 'Copy the link' }));
  // Where the code leads, too, whatever Host the server was asked under.
  expect(copied).toHaveBeenCalledWith(`${location.origin}/helper#h1.secret`);
  await userEvent.click(screen.getByRole('button', { name: 'Done' }));
  expect(screen.queryByRole('img')).toBeNull();
  await userEvent.click(await screen.findByRole('button', { name: 'Stop Jo' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Stop Jo' })).toBeNull());
  expect(heard.find(({ call }) => call.startsWith('POST'))?.body).toMatchObject({
    ...{ name: 'Jo', role: 'door', eventId: null, location: null },
  });
});
