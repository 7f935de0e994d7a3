/** The visitor's main journeys, in an engine other than Chromium. */
import { batchesOf } from '../../src/platform/lists.ts';
import { test as base, expect } from '../journey.ts';
import { type Network, startNetwork } from '../network.ts';
import { type Organiser, soon, unique } from '../organiser.ts';
import { pagesIn } from '../pdf.ts';
import { ADMIN_PASSWORD } from '../program.ts';
import { type Device, type Driver, deviceOn, FIRST_SCRIPT } from './device.ts';

const SCREENS = [
  ...['/', '/details', '/top-gun', '/schedule', '/announcements', '/inventory', '/scoreboard', '/privacy'],
  ...['/check-in', '/display', '/print', '/admin', '/nowhere'],
];

/** In the page: starts an organiser's session. */
const unlock = async (password: string) => {
  const headers = { 'content-type': 'application/json' };
  await fetch('/api/admin/verify', { method: 'POST', headers, body: JSON.stringify({ password }) });
  localStorage.setItem('festival-admin-mode', 'true');
  localStorage.setItem('festival-organiser-name', '');
};

/** Adds a day of events in twelve rooms, one with 120 people; returns the addresses of sheets with the pages that they need. */
async function sheetsOf({ addEvent, addWalkIn }: Organiser): Promise<[address: string, pages: number][]> {
  const startTime = new Date(Date.parse(soon()) + 200 * 24 * 3600_000).toISOString();
  const rooms = Array.from({ length: 12 }, (_, room) => `Room ${room}`);
  const [first] = await Promise.all(
    rooms.map((location) => addEvent({ title: `${location} `.repeat(14), location, startTime, capacity: 120 })),
  );
  const id = first?.id ?? '';
  const names = Array.from({ length: 120 }, (_, player) => `Player ${player}`.repeat(player % 4 ? 1 : 6));
  // A busy machine answers no more than a few at once.
  for (const some of batchesOf(names, 10)) await Promise.all(some.map((name) => addWalkIn(id, name)));
  return [
    [`roster&event=${id}`, 5],
    [`posters&event=${id}`, 12],
    ['festival', 1],
  ];
}

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
  test.describe.configure({ mode: 'default', timeout: 240_000 });

  test('a visitor’s and an organiser’s main jobs: every page, a place, what was visited without network, and sheets on paper', async ({
    device,
    organiser,
    network,
  }) => {
    await test.step('opens every page without an error in the console, and a part of a tab by its address', async () => {
      await test.step('every page opens without an error in the console', async () => {
        for (const path of SCREENS) {
          await device.open(path);
          await device.until(`a heading on ${path}`, () => document.querySelector('h1') !== null);
        }
        expect(await device.complaints()).toEqual([]);
        await device.run(() => reportError(new Error('on purpose')));
        expect(await device.complaints()).toEqual([expect.stringContaining('on purpose')]);
      });

      await test.step('an address leads to its part of the tab, also while the parts above it load', async () => {
        const names = Array.from({ length: 6 }, () => unique('Wall').toLowerCase().replace(/ /g, '-'));
        for (const name of names) await organiser.planScreen(name, { pages: [{ kind: 'now-rooms', seconds: 5 }] });
        await device.open('/');
        await device.run(unlock, ADMIN_PASSWORD);
        await device.open('/admin/scores#standings');
        await device.reads('Freeze now');
        await device.until('the part on the screen', () => {
          const { top = -1, bottom = 0 } = document.getElementById('standings')?.getBoundingClientRect() ?? {};
          return top >= 0 && bottom <= innerHeight;
        });
        expect(await device.complaints()).toEqual([]);
        for (const name of names) await organiser.removeScreen(name);
        await device.run(() => localStorage.removeItem('festival-admin-mode'));
      });
    });

    await test.step('registers, sees what an organiser changes, cancels, and opens what was visited without network', async () => {
      await test.step('register, see what an organiser changes, find the place in My schedule and cancel it', async () => {
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

      await test.step('what was visited opens again without network', async () => {
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
        await device.until(
          'the connection',
          () => !document.getElementById('root')?.textContent.includes('No connection'),
        );
        // Files that a page asked for without network.
        await device.complaints();
      });
    });

    await test.step('sheets are printed on as many pages as they need', async () => {
      const sheets = await sheetsOf(organiser);
      await device.open('/');
      await device.run(unlock, ADMIN_PASSWORD);
      const printed: typeof sheets = [];
      for (const [address] of sheets) {
        await device.open(`/print?sheet=${address}`);
        await device.until(`the sheets ${address}`, () => {
          const images = [...document.querySelectorAll<HTMLImageElement>('.paper img')];
          return document.querySelector('.paper') !== null && images.every(({ complete }) => complete);
        });
        printed.push([address, pagesIn(await device.print())]);
      }
      expect(printed).toEqual(sheets);
      expect(await device.complaints()).toEqual([]);
      await device.run(() => localStorage.removeItem('festival-admin-mode'));
    });
  });
}
