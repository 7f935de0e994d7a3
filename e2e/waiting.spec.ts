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

  test('the place in the line moves up on another screen, and is left from My schedule', async ({
    page,
    otherPage,
    organiser,
  }) => {
    const { id, title } = await organiser.addEvent({ title: unique('Long line'), capacity: 2 });
    for (const name of ['Early Bird', 'Second Bird']) await organiser.register(id, name);
    const join = async (on: typeof page, name: string) => {
      await (await openCard(on, title)).getByRole('button', { name: 'Join waiting list' }).click();
      const form = dialog(on, 'Join Waiting List');
      await form.getByLabel('Player Name').fill(name);
      await form.getByRole('button', { name: 'Join' }).click();
      await expect(card(on, title).getByText(/in line$/)).toBeVisible();
    };
    const second = await otherPage();
    await join(page, 'Ada');
    await join(second, 'Ben');
    await expect(card(second, title)).toContainText('2nd of 2 in line');
    await expect(card(page, title)).toContainText('1st of 2 in line', LIVE);

    await page.goto('/schedule');
    await page.getByRole('button', { name: `Leave waiting list: Ada, ${title}` }).click();
    await expectToast(page, 'Waiting list left', `Ada no longer waits for ${title}.`);
    await expect(page.getByRole('region', { name: 'Waiting lists' })).toBeHidden();
    await expect(card(second, title)).toContainText('1st of 1 in line', LIVE);
  });
});
