/** The pictures of docs/organising.md, in daylight, because the guide gets printed. */
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import type { FestivalEvent } from '#features/events/contract.ts';
import type { Organiser } from '../../e2e/organiser.ts';
import { COMPUTER, newPage, open, photograph, photographElement, type Studio, writePicture } from './camera.ts';
import { eventOf, hideSampleNotice, unlockDesk } from './organiser.ts';

const EXAMPLE = fileURLToPath(new URL('../../docs/example-programme.csv', import.meta.url));
const PAPER = { width: 720, height: 860 } as const;

const write = (name: string, bytes: Buffer) => writePicture(`docs/pictures/${name}.webp`, bytes);

async function desk(page: Page, path: string): Promise<void> {
  await open(page, path);
  await hideSampleNotice(page);
}

async function facts(page: Page): Promise<void> {
  await desk(page, '/admin/setup#festival');
  await page.getByRole('button', { name: 'Edit festival' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit festival' });
  await dialog.getByLabel('Address').fill('1 Lantern Boardwalk');
  await dialog.getByLabel('Address').blur();
  write('edit-festival', await photographElement(dialog, dialog.getByRole('group', { name: 'The festival' })));
}

async function programme(page: Page): Promise<void> {
  await desk(page, '/admin/setup#programme');
  await page.getByLabel('Programme from CSV').setInputFiles(EXAMPLE);
  const dialog = page.getByRole('dialog', { name: 'Import programme' });
  await dialog.getByRole('button', { name: 'Import 60 events' }).waitFor();
  await page.setViewportSize({ ...COMPUTER.viewport, height: 658 });
  write('import-programme', await photographElement(dialog));
  await page.setViewportSize(COMPUTER.viewport);
}

async function poster(page: Page, event: FestivalEvent): Promise<void> {
  await desk(page, `/admin/check-in?event=${event.id}`);
  await page.getByRole('img', { name: /^Check-in code of/ }).waitFor();
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize(PAPER);
  write('poster', await photograph(page, { quality: 50 }));
  await page.emulateMedia({ media: 'screen' });
  await page.setViewportSize(COMPUTER.viewport);
}

async function door(page: Page, event: FestivalEvent): Promise<void> {
  await desk(page, `/admin/check-in?event=${event.id}`);
  const list = page.getByRole('region', { name: 'Staff list' });
  await list.getByRole('button', { name: /^Loud Ben/ }).waitFor();
  write('door', await photographElement(list, list.getByRole('listitem').nth(4).getByRole('button').first()));
}

async function runningLate(page: Page, event: FestivalEvent): Promise<void> {
  await desk(page, '/admin/events');
  await page.getByRole('button', { name: `Running late: ${event.title}` }).click();
  await page.getByRole('button', { name: '15 min' }).click();
  write('running-late', await photographElement(page.getByRole('dialog')));
}

async function result(page: Page, event: FestivalEvent): Promise<void> {
  await desk(page, `/admin/control?bracket=${event.id}`);
  await page
    .getByRole('button', { name: /against/ })
    .first()
    .click();
  const scores = page.getByRole('dialog').getByRole('textbox');
  await scores.first().fill('3');
  await scores.last().fill('1');
  await scores.last().blur();
  write('enter-result', await photographElement(page.getByRole('dialog')));
}

/** A room is booked twice, and a script takes places. */
async function trouble(page: Page, organiser: Organiser, course: FestivalEvent): Promise<void> {
  const { startTime, location, eventType } = course;
  await organiser.addEvent({ title: 'Juggling for two', startTime, location, eventType, host: 'Jo', duration: 60 });
  const upcoming = (await organiser.events()).filter(({ status }) => status === 'upcoming');
  const seats = (event: FestivalEvent) => event.capacity - event.currentRegistrations;
  const [roomiest] = upcoming.toSorted((one, other) => seats(other) - seats(one));
  for (let phone = 1; phone <= 32; phone += 1) await organiser.register(roomiest?.id ?? '', `Player ${phone}`);
  await expect(async () => {
    await desk(page, '/admin/setup#registrations');
    await expect(page.getByRole('button', { name: /^Remove what this network made/ })).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await desk(page, '/admin');
  await expect(page.getByText('Look at them under Limits.')).toBeVisible();
  write('needs-attention', await photographElement(page.getByRole('region', { name: 'NEEDS ATTENTION' })));
  await desk(page, '/admin/setup#registrations');
  const region = page.getByRole('region', { name: 'Limits' });
  write('registrations', await photographElement(region));
}

export async function takeGuide(studio: Studio, organiser: Organiser, tournament: FestivalEvent): Promise<void> {
  const page = await newPage(studio, COMPUTER, 'light');
  const course = await eventOf(organiser, 'Bluffing for honest people');
  await unlockDesk(page);
  await facts(page);
  await programme(page);
  await poster(page, course);
  await door(page, course);
  await runningLate(page, tournament);
  await result(page, tournament);
  await trouble(page, organiser, course);
}

/** Of an empty program. */
export async function takeFirstSteps(studio: Studio): Promise<void> {
  const page = await newPage(studio, COMPUTER, 'light');
  await unlockDesk(page);
  await open(page, '/admin');
  const steps = page.getByRole('region', { name: 'FIRST STEPS' });
  await steps.getByRole('button', { name: 'Edit festival' }).waitFor();
  write('first-steps', await photographElement(steps));
}
