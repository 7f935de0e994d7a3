/** Manage Events. */
import type { Page } from '@playwright/test';
import { expect, onDesktop, test } from './journey.ts';
import { type Organiser, unique } from './organiser.ts';
import { dialog, expectToast, openUnlocked } from './screen.ts';

const row = (page: Page, title: string) =>
  page.getByRole('list', { name: 'Events' }).getByRole('article').filter({ hasText: title });

const desk = async (page: Page, organiser: Organiser, search: string) => {
  await openUnlocked(page, organiser, '/admin/events');
  await page.getByLabel('Search events').fill(search);
};

onDesktop(() => {
  test('creates an event, edits its start time, duplicates it and deletes the copy', async ({
    page,
    organiser,
    trouble,
  }) => {
    trouble.expect(/status of 409/);
    const title = unique('Gull Gambit');
    await desk(page, organiser, title);
    await expect(page.getByText('No events found')).toBeVisible();
    await page.getByRole('button', { name: 'Create Event' }).click();
    const create = dialog(page, 'Create New Event');
    await create.getByLabel('Title').fill(title);
    await create.getByLabel('Start Time').fill('2031-02-03T20:15');
    await create.getByLabel('Location').fill('Upper Deck');
    await create.getByLabel('Host').fill('Grace');
    await create.getByRole('button', { name: 'Create Event' }).click();
    await expectToast(page, 'Event Created!', 'New event has been added successfully.');
    await expect(row(page, title)).toContainText('Feb 03, 2031, 8:15 PM · 60 min · Upper Deck · hosted by Grace');

    const made = (await organiser.events()).find((event) => event.title === title);
    for (const name of ['Ada', 'Ben', 'Cem']) await organiser.register(made?.id ?? '', name);
    await row(page, title)
      .getByRole('button', { name: `Edit ${title}` })
      .click();
    const edit = dialog(page, 'Edit Event');
    await edit.getByLabel('Start Time').fill('2031-02-04T09:30');
    await edit.getByLabel('Capacity').fill('2');
    await edit.getByRole('button', { name: 'Save' }).click();
    await expectToast(page, 'Error', 'Failed to update event.');
    await expect(edit.getByLabel('Capacity')).toHaveAccessibleDescription(/3 people have places already/);
    await expect(edit.getByLabel('Start Time')).toHaveValue('2031-02-04T09:30');
    await edit.getByLabel('Capacity').fill('3');
    await edit.getByRole('button', { name: 'Save' }).click();
    await expectToast(page, 'Event updated', title);
    await expect(row(page, title)).toContainText('3 / 3 playersFULL');
    await expect(row(page, title)).toContainText('Feb 04, 2031, 9:30 AM');

    await row(page, title)
      .getByRole('button', { name: `Duplicate ${title}` })
      .click();
    const copy = dialog(page, 'Duplicate Event');
    await expect(copy.getByLabel('Start Time')).toHaveValue('2031-02-04T09:30');
    const clash = copy.getByText(/^Room taken/);
    await expect(clash).toHaveText(`Room taken (you can save anyway): 9:30–10:30 AM ${title}`);
    // In one look, because the dialog is still on its way.
    const location = await copy.getByLabel('Location').elementHandle();
    const below = () =>
      copy
        .getByLabel('Capacity')
        .evaluate(
          (capacity, above) =>
            Math.round(capacity.getBoundingClientRect().top - (above?.getBoundingClientRect().top ?? Number.NaN)),
          location,
        );
    const distance = await below();
    await copy.getByLabel('Start Time').fill('2031-02-04T10:30');
    await expect(clash).toHaveCount(0);
    expect(await below()).toBe(distance);
    await copy.getByLabel('Start Time').fill('2031-02-04T09:30');
    await copy.getByLabel('Title').fill(`${title} again`);
    await copy.getByRole('button', { name: 'Create Event' }).click();
    await expectToast(page, 'Event Created!', 'New event has been added successfully.');
    await expect(row(page, `${title} again`)).toContainText('0 / 3 players');

    await page.getByRole('button', { name: `Delete ${title} again` }).click();
    const sure = dialog(page, 'Delete Event');
    await expect(sure).toContainText(
      `Are you sure you want to delete "${title} again"? This will also delete all RSVPs and matches.`,
    );
    await sure.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('button', { name: `Undo: bring back ${title} again` })).toBeFocused();
    await expect(page.getByRole('button', { name: `Edit ${title} again` })).toHaveCount(0);
    await expect(page.getByRole('button', { name: `Edit ${title}`, exact: true })).toHaveCount(1);
  });
});
