/** The visitor's main journeys, in an engine other than Chromium. */
import { test as base, expect } from '../journey.ts';
import { type Network, startNetwork } from '../network.ts';
import { unique } from '../organiser.ts';
import { type Device, type Driver, deviceOn, FIRST_SCRIPT } from './device.ts';

const SCREENS = [
  ...['/', '/details', '/top-gun', '/schedule', '/announcements', '/inventory', '/scoreboard', '/privacy'],
  ...['/check-in', '/display', '/print', '/admin', '/nowhere'],
];

export function journeysIn(open: () => Promise<Driver>): void {
  const test = base.extend<object, { device: Device; network: Network }>({
    network: [
      async ({ sharedProgram }, use) => {
        const network = await startNetwork(sharedProgram.origin, FIRST_SCRIPT);
        await use(network);
        await network.stop();
      },
      { scope: 'worker' },
    ],
    device: [
      async ({ network }, use) => {
        const device = deviceOn(await open(), network.origin);
        await use(device);
        await device.close();
      },
      { scope: 'worker' },
    ],
  });
  // One browser for all: a start takes as long as a journey.
  test.describe.configure({ mode: 'default', timeout: 120_000 });

  test('every page opens without an error in the console', async ({ device }) => {
    for (const path of SCREENS) {
      await device.open(path);
      await device.until(`a heading on ${path}`, () => document.querySelector('h1') !== null);
    }
    expect(await device.complaints()).toEqual([]);
    await device.run(() => reportError(new Error('on purpose')));
    expect(await device.complaints()).toEqual([expect.stringContaining('on purpose')]);
  });

  test('register, see what an organiser changes, find the place in My schedule and cancel it', async ({
    device,
    organiser,
  }) => {
    const { id, title } = await organiser.addEvent({ title: unique('Harbour dice'), capacity: 4 });
    await device.open(`/?event=${id}`);
    await device.reads('0 / 4 players', '[role=dialog]');
    await device.press('RSVP', '[role=dialog]');
    await device.type('Player Name', 'Rosa');
    await device.press('Confirm', '[role=dialog]');
    await device.reads('1 / 4 players', '[role=dialog]');
    expect(await organiser.taken(id)).toBe(1);

    await organiser.editEvent(id, { location: 'Lighthouse' });
    await device.reads('Lighthouse', '[role=dialog]');
    await device.press('Close', '[role=dialog]');

    await device.press('My schedule', 'aside');
    await device.reads(title, 'article');
    await device.press('Cancel my place', 'article');
    await device.press('Yes, cancel it', 'article');
    await device.reads("You haven't registered for any events yet");
    expect(await organiser.taken(id)).toBe(0);
    expect(await device.complaints()).toEqual([]);
  });

  test('what was visited opens again without network', async ({ device, network, organiser }) => {
    const known = (await organiser.events()).find(({ title }) => title === 'Solitaire, together');
    await device.open('/');
    // A worker is active once it has kept everything. In WebKit a page that loads meanwhile has no controller, or one that stays
    // 'activating'; the next page is right.
    await device.until('the worker', async () => (await navigator.serviceWorker.getRegistration())?.active);
    await device.open('/');
    await device.until('the worker’s page', () => navigator.serviceWorker.controller?.state === 'activated');
    network.become('down');
    await device.open(`/?event=${known?.id}`);
    await device.reads('Solitaire, together', '[role=dialog]');
    await device.open('/schedule');
    await device.reads('MY SCHEDULE', 'h1');
    await device.reads('No connection');
    network.become('up');
    await device.until('the connection', () => !document.getElementById('root')?.textContent.includes('No connection'));
  });
}
