import { act, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { HOUR } from '#platform/durations.ts';
import { forgetToasts } from '#platform/web/ui/toast.ts';
import { answerCalls, NOW, renderInPage } from '#testing/page.tsx';
import { userEvent } from '#testing/user-event.ts';
import type { SystemState } from '../contract.ts';
import { SystemPart } from './SystemPart.tsx';

const STATE: SystemState = {
  version: '0.1.0',
  release: '3fa2c1',
  node: '26.10.0',
  instance: 'pier · 42',
  isAlone: true,
  upSeconds: 3 * 86_400 + 4 * 3600,
  memory: 150 * 1024 ** 2,
  database: { kind: 'sqlite', bytes: 13_000_000 },
  backups: { newest: '2025-11-13T17:36:00.000Z', bytes: 12_000_000 },
  disk: { free: 20 * 1024 ** 3, size: 40 * 1024 ** 3 },
  screens: { open: 128, most: 20_000 },
  openFiles: 65_536,
  publicUrl: 'https://games.example.org',
  work: [
    {
      name: 'drop old rows',
      everyMs: 60_000,
      endedAt: NOW,
      nextAt: '2025-11-13T18:01:00.000Z',
      failed: false,
      failures: 2,
    },
    { name: 'make a backup', everyMs: HOUR, endedAt: NOW, nextAt: null, failed: true, failures: 1 },
    { name: 'forget', everyMs: 60_000, endedAt: null, nextAt: NOW, failed: false, failures: 0 },
  ],
};

const SYSTEM = 'GET /api/admin/system';

beforeEach(() => forgetToasts());

async function show(said: Partial<SystemState> = {}, warnings: { id: string; text: string }[] = []) {
  const heard = answerCalls({ [SYSTEM]: () => ({ body: { ...STATE, ...said } }) });
  renderInPage(<SystemPart warnings={warnings} zone="America/New_York" />, { at: '/admin', admin: true });
  expect(heard).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Show the system' }));
  await screen.findByText('Timed work');
  return heard;
}
const row = (name: string) => screen.getByRole('row', { name: new RegExp(`^${name}`) }).textContent;

it('asks for the figures only once it is opened, and says them in words', async () => {
  await show();
  screen.getByText('All well');
  expect(screen.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    'VersionUp for 3 days 4 h. Release 3fa2c1, Node 26.10.0.0.1.0',
    'DatabaseSQLite.12.4 MB',
    'Last backupNov 13, 2025, 12:36 PM, 11.4 MB. Copy the folder to another machine.24 minutes ago',
    'Disk leftof 40 GB, where the database is.20 GB',
    'Open screensof at most 20,000. The system allows 65,536 open files and connections.128',
    'Memoryof the program. If it stays above 700 MB, restart at a quiet moment.150 MB',
    'AddressQR codes and links lead to https://games.example.org.games.example.org',
    'Make a backupevery 1 h · failed onceFailed just now',
    'Drop old rowsevery 1 min · next at 1:01 PM · failed 2 timesjust now',
    'Forgetevery 1 minnot yet',
  ]);
  expect(screen.queryByText(/Answered by/)).toBeNull();
});

it('asks again every 10 s, but not while its tab is hidden', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  vi.setSystemTime(NOW);
  const heard = await show();
  const asked = (times: number) => expect(heard.map(({ call }) => call)).toEqual(Array(times).fill(SYSTEM));
  const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  const turn = (to: DocumentVisibilityState) => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(to);
    dispatchEvent(new Event('visibilitychange'));
  };
  asked(1);
  await wait(10_000);
  asked(2);
  turn('hidden');
  await wait(60_000);
  asked(2);
  turn('visible');
  await wait(10_000);
  asked(3);
});

it('says since when its figures are old while the server does not answer, and not that all is well', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  vi.setSystemTime(NOW);
  let isThere = true;
  const busy = { status: 503, body: { code: 'BUSY', message: 'Busy.' } };
  answerCalls({ [SYSTEM]: () => (isThere ? { body: STATE } : busy) });
  renderInPage(<SystemPart warnings={[]} zone="America/New_York" />, { at: '/admin/engine#system', admin: true });
  await screen.findByText('All well');
  isThere = false;
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  await screen.findByText('The server doesn’t answer. These figures are old.');
  screen.getByText(/^As of/);
  expect(screen.queryByText('All well')).toBeNull();
  isThere = true;
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  await screen.findByText('All well');
});

it('repeats in its row what Needs attention says of the system, and nothing else', async () => {
  const disk = { id: 'disk', text: 'The disk is nearly full.' };
  const proxy = { id: 'proxy 10.1.2.3', text: 'All visitors seem to come from one address.' };
  await show({}, [disk, proxy, { id: 'paused', text: 'Registration is paused.' }]);
  screen.getByText('2 problems');
  const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toEqual([
    ['Disk left', '#disk-left'],
    ['Address', '#address'],
  ]);
  for (const [, to] of links) expect(document.querySelector(to ?? '')?.textContent).toBeDefined();
  expect(row('Disk left')).toContain(disk.text);
  expect(row('Address')).toContain(proxy.text);
  for (const { text } of [disk, proxy]) expect(screen.getAllByText(text)).toHaveLength(1);
  expect(screen.queryByText(/paused/)).toBeNull();
});

it('says what it does not know, and which of several instances answered', async () => {
  await show({
    isAlone: false,
    database: { kind: 'postgres', bytes: null },
    ...{ backups: null, disk: null, openFiles: null, publicUrl: null },
  });
  screen.getByText(/^Answered by pier · 42\. Each instance shows its own figures/);
  expect(['Database', 'Last backup', 'Disk left', 'Address'].map(row)).toEqual([
    'DatabasePostgreSQL, size not known.–',
    'Last backupBack PostgreSQL up with its own tools: pg_dump daily, hourly during the festival.–',
    'Disk leftPostgreSQL’s disk may be on another machine.–',
    'AddressPUBLIC_URL is missing: QR codes lead to the address in the organiser’s browser.Not set',
  ]);
});

it('opens by a link of a warning, again after it was hidden', async () => {
  await show();
  await userEvent.click(screen.getByRole('button', { name: 'Hide the system' }));
  expect(screen.queryByText('Timed work')).toBeNull();
  act(() => {
    location.hash = '#system';
  });
  await screen.findByText('Timed work');
  await userEvent.click(screen.getByRole('button', { name: 'Hide the system' }));
  expect(location.hash).toBe('');
});

it('shows nothing while locked', () => {
  const heard = answerCalls({});
  renderInPage(<SystemPart warnings={[]} zone="America/New_York" />, { at: '/admin/engine#system' });
  screen.getByText('Unlock to see the system');
  expect(heard).toEqual([]);
});
