import { expect, onPhone, test } from './journey.ts';
import { unique } from './organiser.ts';
import { card, dialog, expectToast, openCard, register } from './screen.ts';

/** Milliseconds from another's change to this screen (docs/behaviour.md "Programme"). */
const LIVE = { timeout: 2_000 };

onPhone(() => {
  test('who waits gets the place that another phone gives up, without a reload', async ({
    page,
    otherPage,
    organiser,
  }) => {
    const { id, title } = await organiser.addEvent({ title: unique('Full house'), capacity: 2 });
    const known = await organiser.addEvent({ title: unique('Room enough') });
    await organiser.register(id, 'Early Bird');
    await register(page, await openCard(page, title), 'Ada');
    await expect(card(page, title).getByRole('button', { name: 'REGISTERED' })).toBeVisible();

    const second = await otherPage();
    await register(second, await openCard(second, known.title), 'Ben');
    await expect(card(second, known.title).getByRole('button', { name: 'REGISTERED' })).toBeVisible();
    const full = await openCard(second, title);
    await expect(full.getByRole('button', { name: 'FULL', exact: true })).toBeVisible();
    // Two taps and no typing, because this device knows the name.
    await full.getByRole('button', { name: 'Join waiting list' }).click();
    await dialog(second, 'Join Waiting List').getByRole('button', { name: 'Join' }).click();
    const told = `Ben is 1st of 1 in line for ${title} and gets a place when one is free.`;
    await expectToast(second, 'On the waiting list', told);
    await expect(full.getByText('1st of 1 in line')).toBeVisible();

    await card(page, title).getByRole('link', { name: title }).click();
    await page.getByRole('button', { name: `Cancel my place: Ada, ${title}` }).click();
    await page.getByRole('button', { name: 'Yes, cancel it' }).click();
    await expect(full.getByRole('button', { name: 'REGISTERED' })).toBeVisible(LIVE);
    expect(await organiser.taken(id)).toBe(2);
    // The event is as full as before, so the one who left could only wait.
    await expect(dialog(page, title).getByRole('button', { name: 'Join waiting list' })).toBeVisible(LIVE);
  });
});
