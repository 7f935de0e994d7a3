import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { answerCalls, type Heard, NOW, type Reply, renderInPage } from '#testing/page.tsx';
import { findDialog, userEvent } from '#testing/user-event.ts';
import type { Burst, Registrations, Removal } from '../contract.ts';
import { RegistrationsPanel } from './RegistrationsPanel.tsx';

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse(NOW), toFake: ['Date'] });
});

const ago = (minutes: number) => new Date(Date.parse(NOW) - minutes * 60_000).toISOString();

const burst: Burst = { network: 'hotel-of-guests', since: ago(5), until: ago(4), things: 472 };
const removal: Removal = { id: 'x-1', network: burst.network, since: burst.since, things: 472, undoUntil: ago(-10) };
const quiet: Registrations = { paused: false, badgeWord: null, wordFrom: 'festival.json', bursts: [], removals: [] };

const READ = 'GET /api/admin/registrations';
const REMOVE = 'POST /api/admin/registrations/bursts/remove';
const UNDO = 'POST /api/admin/registrations/removals/x-1/undo';
const PAUSE = 'PUT /api/admin/registrations/pause';
const touches = 'registrations';

type Replies = Record<string, (heard: Heard) => Reply | Promise<Reply>>;

/** `replies` may change what the next read returns. */
async function open(first: Partial<Registrations>, replies: (show: (next: Partial<Registrations>) => void) => Replies) {
  let shown = { ...quiet, ...first };
  const show = (next: Partial<Registrations>) => {
    shown = { ...shown, ...next };
  };
  const heard = answerCalls({ [READ]: () => ({ body: shown }), ...replies(show) });
  await act(async () => {
    renderInPage(<RegistrationsPanel zone="America/New_York" />, { at: '/admin', admin: true });
  });
  await screen.findByRole('button', { name: /^(Pause|Resume) registration$/ });
  return heard;
}

const sentTo = (heard: readonly Heard[], call: string) =>
  heard.filter((one) => one.call === call).map(({ body }) => body);

it('shows nothing and sends no request while locked', async () => {
  const heard = answerCalls({});
  await act(async () => {
    renderInPage(<RegistrationsPanel zone="America/New_York" />, { at: '/admin' });
  });
  screen.getByText('Unlock to see who floods the festival');
  expect(heard).toEqual([]);
});

it('removes what a network made since the minute that the button says, and tells what was removed', async () => {
  const heard = await open({ bursts: [burst] }, (show) => ({
    [REMOVE]: () => {
      show({ bursts: [], removals: [{ ...removal, things: 480 }] });
      return { status: 201, body: { ...removal, things: 480 }, touches };
    },
  }));
  screen.getByText('472 things of network hotel- since 12:55 PM');
  await userEvent.click(screen.getByRole('button', { name: 'Remove what this network made since 12:55 PM' }));
  const dialog = await findDialog();
  within(dialog).getByRole('heading', { name: 'Remove 472 things?' });
  within(dialog).getByText(/^What new phones of network hotel- made since 12:55 PM: places, /);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Remove' }));
  await screen.findByText('Removed: 480 things of network hotel- since 12:55 PM');
  await screen.findByText('480 things of network hotel- since 12:55 PM. You can undo this for 10 minutes.');
  expect(sentTo(heard, REMOVE)).toEqual([{ network: burst.network, since: burst.since }]);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Undo' })));
  screen.getByText('No burst of registrations in the last three hours.');
});

it('says why nothing was removed, and closes the question', async () => {
  await open({ bursts: [burst] }, () => ({
    [REMOVE]: () => ({ status: 409, body: { code: 'CHANGED_MEANWHILE', message: 'Please look again.' } }),
  }));
  await userEvent.click(screen.getByRole('button', { name: /^Remove what this network made/ }));
  await userEvent.click(within(await findDialog()).getByRole('button', { name: 'Remove' }));
  await screen.findByText('Please look again.');
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('undoes a removal and says what was restored until the page is left', async () => {
  await open({ removals: [removal] }, (show) => ({
    [UNDO]: () => {
      show({ removals: [] });
      return { body: { restored: 458, things: 472 }, touches };
    },
  }));
  screen.getByText('You can undo this until 1:10 PM, for another 10 minutes.');
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  const outcome = await screen.findByText(/^458 of 472 things came back\. For the rest the place /);
  expect(outcome.getAttribute('role')).toBe('status');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull());
  expect(document.activeElement).toBe(outcome);
  await screen.findByText('Removal undone');
});

it('offers no undo after its time', async () => {
  await open({ removals: [{ ...removal, undoUntil: NOW }] }, () => ({}));
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

it('says why pausing failed', async () => {
  await open({}, () => ({
    [PAUSE]: () => {
      throw new TypeError('no network');
    },
  }));
  await userEvent.click(screen.getByRole('button', { name: 'Pause registration' }));
  await screen.findByText('No connection. It is not certain that this was sent.');
});
