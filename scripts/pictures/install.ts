/** The screenshots that an offer to install shows (src/app/server/pages.ts). */
import type { Page } from '@playwright/test';
import type { FestivalEvent } from '#features/events/contract.ts';
import { COMPUTER, newPage, open, PHONE, photograph, type Studio, writePicture } from './camera.ts';

/** Takes a place as the page's visitor. */
const register = (page: Page, eventId: string): Promise<unknown> =>
  page.request.post('/api/rsvps', {
    data: { eventId, playerName: 'Robin' },
    headers: { origin: new URL(page.url()).origin },
  });

export async function takeInstallScreenshots(studio: Studio): Promise<void> {
  const take = async (page: Page, name: string, scale = 1) =>
    writePicture(`public/screenshot-${name}.webp`, await photograph(page, { scale }));
  const phone = await newPage(studio, PHONE, 'dark');
  await open(phone, '/');
  const events: FestivalEvent[] = await (await phone.request.get('/api/events')).json();
  const free = events.filter((event) => event.status === 'upcoming' && event.currentRegistrations < event.capacity);
  free.sort((one, other) => one.startTime.localeCompare(other.startTime));
  await phone.evaluate(() => document.getElementById('events')?.scrollIntoView());
  await take(phone, 'programme', PHONE.deviceScaleFactor);
  await open(phone, `/?event=${free[6]?.id}`);
  await phone.getByRole('dialog').waitFor();
  await take(phone, 'event', PHONE.deviceScaleFactor);
  for (const index of [6, 8, 12]) await register(phone, free[index]?.id ?? '');
  await open(phone, '/schedule');
  await take(phone, 'schedule', PHONE.deviceScaleFactor);
  const computer = await newPage(studio, COMPUTER, 'dark');
  await open(computer, '/');
  await take(computer, 'wide');
  await open(computer, '/top-gun');
  await take(computer, 'missions');
}
