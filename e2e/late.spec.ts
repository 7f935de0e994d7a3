/** An event that runs late, on every screen that shows its time. */
import { expect, onDesktop, test } from './journey.ts';
import { unique } from './organiser.ts';
import { card, dialog, openCard, openUnlocked, register } from './screen.ts';

/** Milliseconds from an organiser's change to an open screen (docs/behaviour.md "Notices"). */
const LIVE = { timeout: 2_000 };
const MINUTE = 60_000;

onDesktop(() => {
  test('an event is late: open screens say so within two seconds, and its followers with it', async ({
    page,
    organiser,
    otherPage,
  }) => {
    const location = unique('Map room');
    const begin = Math.ceil(Date.now() / MINUTE) * MINUTE + 30 * MINUTE;
    const at = (minutes: number) => new Date(begin + minutes * MINUTE).toISOString();
    const said = { location, duration: 60, tournamentType: 'single-elimination' } as const;
    const first = await organiser.addEvent({ ...said, title: unique('Reef race'), startTime: at(0) });
    const second = await organiser.addEvent({ ...said, title: unique('Reef final'), startTime: at(70) });

    const phone = await otherPage({ viewport: { width: 390, height: 844 } });
    const found = await openCard(phone, second.title);
    // The stream opens again with what belongs to this device.
    const openedAgain = phone.waitForResponse((response) => new URL(response.url()).pathname === '/api/live');
    await register(phone, found, 'Rosa');
    await expect(phone.getByRole('button', { name: 'REGISTERED' })).toBeVisible();
    await openedAgain;
    const wall = await otherPage({ viewport: { width: 1920, height: 1080 } });
    await wall.goto(`/display?event=${first.id}`);
    await expect(wall.getByRole('heading', { name: first.title })).toBeVisible();

    await openUnlocked(page, organiser, '/admin/events');
    await page.getByLabel('Search events').fill(location);
    await page.getByRole('button', { name: `Running late: ${first.title}` }).click();
    const late = dialog(page, 'Running late');
    await late.getByRole('button', { name: '20 min' }).click();
    await expect(late.getByRole('list')).toContainText(`${second.title}about 10 min late`);
    await late.getByRole('button', { name: 'Save' }).click();

    const toast = phone.getByRole('region', { name: /^Notifications/ }).getByRole('listitem');
    await expect(toast).toContainText(`${second.title}: as planned → about 10 min late`, LIVE);
    await expect(card(phone, second.title)).toContainText('about 10 min late', LIVE);
    await expect(wall.getByText('about 20 min late')).toBeVisible(LIVE);
    await phone.goto('/schedule');
    await expect(phone.getByRole('article').filter({ hasText: second.title })).toContainText('about 10 min late');
    const calendar = await phone.request.get(`/calendar/events/${second.id}.ics`);
    const start = at(80)
      .replace(/[-:]|\.000/g, '')
      .slice(9, 15);
    expect(await calendar.text()).toContain(start.slice(2));

    await organiser.changeStatus(first.id, 'in-progress');
    await organiser.changeStatus(first.id, 'completed');
    await expect(phone.getByText('about 10 min late')).toHaveCount(0, LIVE);
    await expect(wall.getByText('about 20 min late')).toHaveCount(0, LIVE);
  });
});
