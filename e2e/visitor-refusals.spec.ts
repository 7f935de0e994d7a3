import type { Page } from '@playwright/test';
import { expect, onPhone, test } from './journey.ts';
import { unique } from './organiser.ts';
import { card, dialog, expectToast, fillRsvp, openCard, register } from './screen.ts';

onPhone(() => {
  test('shows why a registration is refused: an invalid address, a completed event, a taken name', async ({
    page,
    organiser,
    trouble,
  }) => {
    await test.step('an invalid email address is refused at its field', async () => {
      trouble.expect(/status of 400/);
      const { id, title } = await organiser.addEvent({ title: unique('Bad address') });
      await (await openCard(page, title)).getByRole('button', { name: 'RSVP' }).click();
      const form = dialog(page, 'Register for Event');
      await form.getByLabel('Email (optional)').fill('not an address');
      await fillRsvp(page, 'Noor');
      await expectToast(page, 'Error', 'Failed to register for event. Please try again.');
      await expect(form.getByLabel('Email (optional)')).toHaveAccessibleDescription(/is not an email address/);
      expect(await organiser.taken(id)).toBe(0);
    });

    await test.step('a completed event accepts nobody', async () => {
      const { id, title } = await organiser.addEvent({ title: unique('Over and out') });
      await organiser.changeStatus(id, 'in-progress');
      await organiser.changeStatus(id, 'completed');
      const found = await openCard(page, title);
      await expect(page.getByRole('region', { name: 'Finished' })).toContainText(title);
      await expect(found.getByRole('button', { name: 'Finished' })).toHaveAccessibleDescription('This event is over.');
    });

    await test.step('a taken name is refused at its field, and another one is accepted', async () => {
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

  test('registering for a deleted event', async ({ page, organiser, trouble }) => {
    trouble.expect(/status of 404/);
    const { id, title } = await organiser.addEvent({ title: unique('Called off') });
    await page.route('**/api/live**', (route) => route.abort('aborted'));
    // Without the stream, a page with a list of a second ago would learn of the event half a minute later.
    await organiser.whenListed(id);
    await (await openCard(page, title)).getByRole('button', { name: 'RSVP' }).click();
    await organiser.deleteEvent(id);
    await fillRsvp(page, 'Too Late');
    await expectToast(page, 'Error', 'This event is not in the programme any more.');
  });
});
