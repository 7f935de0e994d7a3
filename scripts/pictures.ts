/**
 * `npm run pictures`: draws the icons, and takes the screenshots that an offer to install shows, from the sample festival. Run it
 * when the icon or the look changes, and look at what it wrote to public/.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from '@playwright/test';
import { Renderer } from '@takumi-rs/core';
import type { FestivalEvent } from '#features/events/contract.ts';
import { startProgram } from '../e2e/program.ts';
import { findChromium } from './chromium.mjs';
import { drawIcons } from './icons.ts';

const PUBLIC = fileURLToPath(new URL('../public', import.meta.url));
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true } as const;
const COMPUTER = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 } as const;
type Device = typeof PHONE | typeof COMPUTER;

const write = (name: string, bytes: Buffer): void => {
  writeFileSync(join(PUBLIC, name), bytes);
  console.log(`${name}: ${(bytes.length / 1000).toFixed(1)} kB`);
};

async function writeWebp(name: string, shot: Buffer, { viewport, deviceScaleFactor }: Device): Promise<void> {
  const size = { width: viewport.width * deviceScaleFactor, height: viewport.height * deviceScaleFactor };
  const images = [{ src: 'shot', data: shot }];
  write(
    name,
    await new Renderer().render(
      { type: 'image', src: 'shot', ...size },
      { ...size, format: 'webp', quality: 65, images },
    ),
  );
}

async function opened(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.locator('html[data-alive]').waitFor({ state: 'attached' });
  await page.evaluate(() => document.fonts.ready);
}

/** Takes a place as the page's visitor. */
const register = (page: Page, eventId: string): Promise<unknown> =>
  page.request.post('/api/rsvps', {
    data: { eventId, playerName: 'Robin' },
    headers: { origin: new URL(page.url()).origin },
  });

async function takeScreenshots(browser: Browser, baseURL: string): Promise<void> {
  const shoot = async (page: Page, name: string, device: Device) =>
    writeWebp(`screenshot-${name}.webp`, await page.screenshot({ animations: 'disabled' }), device);
  const phone = await browser.newPage({ baseURL, colorScheme: 'dark', reducedMotion: 'reduce', ...PHONE });
  await opened(phone, '/');
  const events: FestivalEvent[] = await (await phone.request.get('/api/events')).json();
  const free = events.filter((event) => event.status === 'upcoming' && event.currentRegistrations < event.capacity);
  free.sort((one, other) => one.startTime.localeCompare(other.startTime));
  await phone.evaluate(() => document.getElementById('events')?.scrollIntoView());
  await shoot(phone, 'programme', PHONE);
  await opened(phone, `/?event=${free[6]?.id}`);
  await phone.getByRole('dialog').waitFor();
  await shoot(phone, 'event', PHONE);
  for (const index of [6, 8, 12]) await register(phone, free[index]?.id ?? '');
  await opened(phone, '/schedule');
  await shoot(phone, 'schedule', PHONE);
  const computer = await browser.newPage({ baseURL, colorScheme: 'dark', reducedMotion: 'reduce', ...COMPUTER });
  await opened(computer, '/');
  await shoot(computer, 'wide', COMPUTER);
  await opened(computer, '/top-gun');
  await shoot(computer, 'missions', COMPUTER);
}

for (const [name, bytes] of await drawIcons()) write(name, bytes);
const program = await startProgram();
const browser = await chromium.launch({
  executablePath: findChromium() ?? chromium.executablePath(),
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  await takeScreenshots(browser, program.origin);
} finally {
  await browser.close();
  await program.stop();
}
