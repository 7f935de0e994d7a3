import { expectNothingSerious } from './axe.ts';
import { expect, onPhone, test } from './journey.ts';
import { unique } from './organiser.ts';
import { openUnlocked } from './screen.ts';

onPhone(() => {
  test('somebody takes a number for a song, is called on the phone and on the wall, and has their turn', async ({
    page,
    otherPage,
    organiser,
  }) => {
    const title = unique('Karaoke');
    const { id } = await organiser.addEvent({ title, queue: true, startTime: new Date().toISOString() });
    const singer = await otherPage({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
    const [rosa, other] = [unique('Rosa'), unique('Mo')];
    await singer.goto(`/?event=${id}`);
    await singer.getByRole('dialog').getByRole('button', { name: 'Take a number' }).click();
    const form = singer.getByRole('dialog', { name: 'Take a number' });
    await form.getByLabel('Your Name').fill(rosa);
    await form.getByLabel(/A line for the host/).fill('Dancing Queen');
    await expectNothingSerious(singer);
    await form.getByRole('button', { name: 'Take a number' }).click();
    await expect(singer.getByText(`${rosa}: 1st`).first()).toBeVisible();
    await singer.goto('/schedule');
    await expect(singer.getByRole('region', { name: 'Queues' })).toContainText(`1st · ${rosa}`);
    await page.request.post(`/api/events/${id}/queue`, { data: { playerName: other } });

    const name = `queue-${id.slice(0, 8)}`;
    await organiser.planScreen(name, { pages: [{ kind: 'queue', seconds: 10 }] });
    const wall = await otherPage({ viewport: { width: 1920, height: 1080 } });
    await wall.goto(`/display/${name}`);
    await expect(wall.getByText(rosa)).toBeVisible();
    await openUnlocked(page, organiser, `/admin/events/${id}`);
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await expect(singer.getByText('You are up now').first()).toBeVisible();
    await expect(page.getByText('The phone showed it', { exact: true })).toBeVisible();
    await expectNothingSerious(page);
    await expect(wall.getByText('Up now')).toBeVisible();
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(singer.getByRole('region', { name: 'Queues' })).toHaveCount(0);
    await expect(page.getByRole('list', { name: 'Waiting' })).toContainText(other);
    await organiser.removeScreen(name);
  });
});
