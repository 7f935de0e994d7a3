/** An event that runs late, on every screen that shows its time. */
import { expect, onPhone, test } from './journey.ts';
import { unique } from './organiser.ts';
import { card, openCard, register } from './screen.ts';

/** Milliseconds from an organiser's change to an open screen (docs/behaviour.md "Notices"). */
const LIVE = { timeout: 2_000 };
const MINUTE = 60_000;

onPhone(() => {
  test('says on open screens within two seconds that an event is late, and what follows it', async ({
    page: phone,
    context,
    organiser,
  }) => {
    const location = unique('Map room');
    const begin = Math.ceil(Date.now() / MINUTE) * MINUTE + 30 * MINUTE;
    const at = (minutes: number) => new Date(begin + minutes * MINUTE).toISOString();
    const said = { location, duration: 60, tournamentType: 'single-elimination' } as const;
    const first = await organiser.addEvent({ ...said, title: unique('Reef race'), startTime: at(0) });
    const second = await organiser.addEvent({ ...said, title: unique('Reef final'), startTime: at(70) });

    const found = await openCard(phone, second.title);
    // The stream opens again with what belongs to this device.
    const openedAgain = phone.waitForResponse((response) => new URL(response.url()).pathname === '/api/live');
    await register(phone, found, 'Rosa');
    await expect(phone.getByRole('button', { name: 'REGISTERED' })).toBeVisible();
    await openedAgain;
    const wall = await context.newPage();
    await wall.setViewportSize({ width: 1920, height: 1080 });
    await wall.goto(`/display?event=${first.id}`);
    await expect(wall.getByRole('heading', { name: first.title })).toBeVisible();

    await organiser.sayLate(first.id, 20);
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
