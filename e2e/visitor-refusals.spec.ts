import type { Page } from '@playwright/test';
import { expect, onPhone, test } from './journey.ts';
import { unique } from './organiser.ts';
import { card, dialog, expectToast, fillRsvp, openCard, register } from './screen.ts';

onPhone(() => {
  test('shows at its field why a taken name is refused, and accepts another', async ({ page, organiser, trouble }) => {
    trouble.expect(/status of 409/);
    const { id, title } = await organiser.addEvent({ title: unique('Same name') });
    await organiser.register(id, 'Alex');
    await register(page, await openCard(page, title), 'ALEX');
    const told = 'Someone called ALEX is already registered. Add an initial.';
    await expectToast(page, 'Error', told);
    const toast = await page.locator('.toast').boundingBox();
    const heading = await dialog(page, 'Register for Event').getByRole('heading').boundingBox();
    expect((toast?.y ?? 0) + (toast?.height ?? 0), 'the title is not covered').toBeLessThan(heading?.y ?? 0);
    const name = dialog(page, 'Register for Event').getByLabel('Player Name');
    await expect(name).toHaveAccessibleDescription(told);
    await expect(name).toHaveValue('ALEX');
    await fillRsvp(page, 'Alex B');
    await expectToast(page, 'Success!', "You've been registered for the event.");
    expect(await organiser.taken(id)).toBe(2);

    await card(page, title).getByRole('link', { name: title }).click();
    await page.getByRole('button', { name: 'Register another person' }).click();
    await fillRsvp(page, 'alex b');
    await expectToast(page, 'Error', "You're already registered.");
    expect(await organiser.taken(id)).toBe(2);
  });

  test('two race for the last place: one gets it, the other gets a message', async ({
    page,
    otherPage,
    organiser,
    trouble,
  }) => {
    trouble.expect(/status of 409/);
    const { id, title } = await organiser.addEvent({ title: unique('Last place'), capacity: 2 });
    await organiser.register(id, 'Early Bird');
    const both: Page[] = [page, await otherPage()];
    for (const [index, racer] of both.entries()) {
      await (await openCard(racer, title)).getByRole('button', { name: 'RSVP' }).click();
      await dialog(racer, 'Register for Event').getByLabel('Player Name').fill(`Racer ${index}`);
    }
    const answers = both.map((racer) => racer.waitForResponse(/\/api\/rsvps$/));
    await Promise.all(both.map((racer) => racer.getByRole('button', { name: 'Confirm' }).click()));
    const statuses = await Promise.all(answers.map(async (answer) => (await answer).status()));
    expect([...statuses].sort()).toEqual([201, 409]);
    for (const [index, racer] of both.entries()) {
      if (statuses[index] === 201) {
        await expectToast(racer, 'Success!', "You've been registered for the event.");
        await expect(card(racer, title).getByRole('button', { name: 'REGISTERED' })).toBeVisible();
      } else {
        await expectToast(racer, 'Error', 'This event is full.');
        await dialog(racer, 'Register for Event').getByRole('button', { name: 'Cancel' }).click();
        await expect(card(racer, title).getByRole('button', { name: 'FULL' })).toBeVisible();
      }
    }
    expect(await organiser.taken(id)).toBe(2);
  });
});
