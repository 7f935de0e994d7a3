/** Badges: a list of attendees becomes badges, which phones, the door and the points desk take. */
import { expectNothingSerious } from './axe.ts';
import { expect, onPhone, test } from './journey.ts';
import { unique } from './organiser.ts';
import { dialog, openUnlocked } from './screen.ts';

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

onPhone(() => {
  test('guests of a list get badges, whose codes work on a phone, at the door and at the points desk', async ({
    page,
    otherPage,
    organiser,
    trouble,
  }) => {
    // Five screens, looked at in both themes.
    test.setTimeout(120_000);
    // A badge of another phone.
    trouble.expect(/status of 409/);
    const [rosa, theo, title] = [unique('Rosa'), unique('Theo'), unique('Catan')];
    const { id: eventId } = await organiser.addEvent({ title, capacity: 8 });

    const desk = await otherPage({ viewport: { width: 1280, height: 900 } });
    await openUnlocked(desk, organiser, '/admin/setup#programme');
    const input = desk.getByLabel('Attendees from CSV');
    await expect(input).toBeAttached();
    const csv = `name,group\n${rosa},The Quints\n${theo},`;
    await input.setInputFiles({ name: 'guests.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    const preview = dialog(desk, 'Import attendees');
    await expect(preview.getByText('New: 2 accounts')).toBeVisible();
    await expectNothingSerious(desk);
    await preview.getByRole('button', { name: 'Import 2 attendees' }).click();
    await expect(desk.getByText('2 badges can be printed now.', { exact: true })).toBeVisible();

    await desk.goto('/print/badges');
    const badge = desk.getByRole('region', { name: rosa });
    await expect(badge.getByRole('img', { name: `Code of ${rosa}` })).toBeVisible();
    await expect(badge).toContainText('The Quints');
    await expectNothingSerious(desk);
    const code = /[A-Z0-9]{3}-[A-Z0-9]{3}/.exec((await badge.textContent()) ?? '')?.[0] ?? '';

    await organiser.register(eventId, rosa);
    const guest = await otherPage(PHONE);
    // As the phone's own camera opens the badge.
    await guest.goto(`/scoreboard#${code.replace('-', '')}`);
    const offer = dialog(guest, 'I have a badge');
    await expect(offer.getByLabel('Code on the badge')).toHaveValue(code);
    await expectNothingSerious(guest);
    await offer.getByRole('button', { name: 'Use this badge' }).click();
    await expect(guest.getByText(`Welcome, ${rosa}!`, { exact: true })).toBeVisible();
    await expect(guest.getByRole('button', { name: 'My code' })).toBeVisible();

    await page.goto('/');
    await page.getByRole('button', { name: 'Register', exact: true }).click();
    await page.getByRole('button', { name: 'I have a badge' }).click();
    const second = dialog(page, 'I have a badge');
    await second.getByLabel('Code on the badge').fill(code.toLowerCase());
    await second.getByRole('button', { name: 'Use this badge' }).click();
    await expect(second).toContainText('This badge is on another phone already.');
    await expectNothingSerious(page);

    await desk.goto(`/admin/check-in?event=${eventId}`);
    const search = desk.getByLabel('Find or add a person');
    await search.fill(code);
    await expect(desk.getByRole('list', { name: 'Places' }).getByRole('listitem')).toHaveCount(1);
    await search.press('Enter');
    await expect(desk.getByText('1 of 1 checked in')).toBeVisible();

    const { path } = await organiser.addHelper({ role: 'points' });
    const helper = await otherPage(PHONE);
    await helper.goto(path);
    await helper.getByRole('button', { name: 'Open the desk here' }).click();
    await helper.getByLabel('Code or name').fill(code.toLowerCase());
    await expect(helper.getByRole('button', { name: `Points of ${rosa}: 0 points` })).toBeVisible();
    const users = await desk.request.get('/api/admin/users');
    const seen = ((await users.json()) as { name: string; seenAt: string | null }[]).find(({ name }) => name === rosa);
    expect(seen?.seenAt).not.toBeNull();
  });
});
