import { screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { HOUR } from '#platform/durations.ts';
import { ActionsDisabled } from '#platform/web/ui/button.tsx';
import { sendAll } from '#platform/web/unsent-sender.ts';
import { dropUnsent, unsentWrites } from '#platform/web/unsent-writes.ts';
import { withIndexedDb } from '#testing/indexed-db.ts';
import { answerCalls, NOW, type Reply, renderInPage } from '#testing/page.tsx';
import { shownEvent } from '#testing/shown-event.ts';
import { userEvent } from '#testing/user-event.ts';
import type { QueueEntry } from '../contract.ts';
import { QueueDesk } from './QueueDesk.tsx';
import { QUEUE_SENDERS } from './queries.ts';

withIndexedDb();
afterEach(() => dropUnsent(() => true));

const event = shownEvent({ queue: true });
const entry = (name: string, more: Partial<QueueEntry>): QueueEntry => ({
  ...{ id: name, name, note: null, position: null, about: null, state: 'waiting', seen: false, absences: 0 },
  ...more,
});
const QUEUE = [
  entry('Rosa', { state: 'called', note: 'Dancing Queen', seen: true }),
  entry('Mo', { position: 1 }),
  entry('Kit', { position: 2 }),
];
const NEXT = 'POST /api/events/catan/queue/next';
const DONE = 'POST /api/queue/Rosa/done';

function open(isLost = () => false, refused?: Reply) {
  const heard = answerCalls({
    'GET /api/events/catan/queue': () => ({ body: QUEUE }),
    'GET /healthz': () => ({ body: {}, date: new Date().toISOString() }),
    ...Object.fromEntries(
      [NEXT, DONE, 'POST /api/queue/Rosa/absent'].map((call) => [
        call,
        () => {
          if (isLost()) throw new TypeError('no network');
          return refused ?? { body: QUEUE[0] };
        },
      ]),
    ),
  });
  // As the desks of helpers and organisers are while there is no network.
  const reason = isLost() ? 'No connection: changes need one.' : undefined;
  renderInPage(
    <ActionsDisabled value={reason}>
      <QueueDesk event={event} />
    </ActionsDisabled>,
    { admin: true },
  );
  return () => heard.filter(({ call }) => call.startsWith('POST')).map(({ call, body }) => [call, body]);
}
const list = (name: string) => screen.findByRole('list', { name });
const names = async (name: string) =>
  within(await list(name))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

it('calls the next, and says that somebody had their turn or is not here, with one press each', async () => {
  const sent = open();
  const up = within(await list('Up now'));
  up.getByText('Dancing Queen');
  up.getByText('The phone showed it');
  await userEvent.click(up.getByRole('button', { name: 'Done' }));
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  await expect.poll(sent).toEqual([
    [DONE, undefined],
    [NEXT, { entryId: 'Mo' }],
  ]);
});

it('keeps what is pressed without network, shows it at once, and sends it once in order', async () => {
  let isLost = true;
  const sent = open(() => isLost);
  await userEvent.click(within(await list('Up now')).getByRole('button', { name: 'Done' }));
  await expect.poll(() => screen.queryByText('Dancing Queen')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  await expect.poll(() => names('Up now')).toEqual([expect.stringContaining('Mo')]);
  screen.getByText('2 pressed, waiting for network');
  isLost = false;
  const before = sent().length;
  await sendAll(QUEUE_SENDERS);
  await sendAll(QUEUE_SENDERS);
  expect(sent().slice(before)).toEqual([
    [DONE, undefined],
    [NEXT, { entryId: 'Mo' }],
  ]);
});

const keepOne = async (refused?: Reply) => {
  let isLost = true;
  const sent = open(() => isLost, refused);
  await list('Up now');
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  await screen.findByText('1 pressed, waiting for network');
  isLost = false;
  return { sent, before: sent().length };
};

it('keeps what was pressed until the desk is unlocked', async () => {
  await keepOne({ status: 401, body: { code: 'LOCKED', message: 'Unlock first.' } });
  await expect(sendAll(QUEUE_SENDERS)).rejects.toMatchObject({ code: 'LOCKED' });
  expect(await unsentWrites()).toHaveLength(1);
});

it('drops what was pressed more than two hours ago, and says so', async () => {
  const { sent, before } = await keepOne();
  vi.setSystemTime(Date.parse(NOW) + 2.5 * HOUR);
  await sendAll(QUEUE_SENDERS);
  await screen.findByText('Nothing reached the server in time.');
  expect(sent()).toHaveLength(before);
  expect(await unsentWrites()).toEqual([]);
});
