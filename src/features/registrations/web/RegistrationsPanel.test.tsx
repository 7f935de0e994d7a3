import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { answerCalls, type Heard, NOW, type Reply, renderInPage } from '#testing/page.tsx';
import { findDialog, userEvent } from '#testing/user-event.ts';
import type { Burst, Registrations, Removal } from '../contract.ts';
import { NONE } from '../rules/counts.ts';
import { RegistrationsPanel } from './RegistrationsPanel.tsx';

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse(NOW), toFake: ['Date'] });
});

const ago = (minutes: number) => new Date(Date.parse(NOW) - minutes * 60_000).toISOString();
const counts = (places = 0, accounts = 0) => ({ ...NONE, places, accounts });

const burst: Burst = {
  network: 'hotel',
  from: ago(5),
  to: ago(4),
  phones: 471,
  activePhones: 0,
  found: counts(471, 2),
  removable: counts(470, 2),
  events: [
    { id: 'catan', title: 'Catan Open', places: 400 },
    { id: 'azul', title: 'Azul', places: 70 },
  ],
};
const removal: Removal = { id: 'x-1', from: burst.from, to: burst.to, removed: counts(470, 2), undoUntil: ago(-10) };
const quiet: Registrations = {
  paused: false,
  badgeWord: null,
  wordFrom: 'festival.json',
  perMinute: Array.from({ length: 180 }, (_, n) => ({ at: ago(179 - n), places: n === 174 ? 471 : 0 })),
  bursts: [],
  removals: [],
};

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
  screen.getByText('Unlock to see how fast places are taken');
  expect(heard).toEqual([]);
});

it('draws a bar for each minute and describes them', async () => {
  await open({}, () => ({}));
  const says = '0 places in the last two minutes, 471 in three hours. Busiest minute: 471 places at 12:55 PM.';
  const chart = screen.getByRole('img', { name: `Places per minute. ${says}` });
  expect(chart.querySelectorAll('rect')).toHaveLength(180);
  screen.getByText(says);
  screen.getByText('No burst in the last three hours.');
});

it('sends what the dialog showed, also when the list has changed meanwhile', async () => {
  const heard = await open({ bursts: [burst] }, (show) => ({
    [PAUSE]: () => {
      show({ bursts: [{ ...burst, removable: counts(600) }] });
      return { status: 204, touches };
    },
    [REMOVE]: () => ({ status: 409, body: { code: 'CHANGED_MEANWHILE', message: 'Please look again.' } }),
  }));
  await userEvent.click(screen.getByRole('button', { name: 'Remove these places' }));
  const dialog = await findDialog();
  await act(async () => screen.getByText('Pause registration').click());
  await userEvent.click(within(dialog).getByRole('button', { name: 'Remove' }));
  await screen.findByText('Please look again.');
  const { network, from, to, removable } = burst;
  expect(sentTo(heard, REMOVE)).toEqual([{ network, from, to, removable }]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('says that a burst with nothing to remove cannot be removed', async () => {
  await open({ bursts: [{ ...burst, removable: counts() }] }, () => ({}));
  const button = screen.getByRole('button', { name: 'Remove these places' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  screen.getByText('Nothing in this burst can be removed.');
});

it('undoes a removal and says what was restored until the page is left', async () => {
  await open({ removals: [removal] }, (show) => ({
    [UNDO]: () => {
      show({ removals: [] });
      return { body: { restored: counts(458), lost: { seats: 12, names: 0, events: 0 } }, touches };
    },
  }));
  screen.getByText('You can undo this until 1:10 PM, for another 10 minutes.');
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  const outcome = await screen.findByText('458 places came back. Not restored: 12 found no free seat.');
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
