/** Manage Events, by one organiser and by two at once. */
import type { Page } from '@playwright/test';
import { expect, onDesktop, test } from './journey.ts';
import { type Organiser, unique } from './organiser.ts';
import { ADMIN_PASSWORD } from './program.ts';
import { dialog, expectToast, openUnlocked } from './screen.ts';

const row = (page: Page, title: string) =>
  page.getByRole('list', { name: 'Events' }).getByRole('article').filter({ hasText: title });

const desk = async (page: Page, organiser: Organiser, search: string) => {
  await openUnlocked(page, organiser, '/admin/events');
  await page.getByLabel('Search events').fill(search);
};

onDesktop(() => {
  test('create, edit with start time, duplicate and delete', async ({ page, otherPage, organiser, trouble }) => {
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

    const visitor = await otherPage();
    await visitor.goto(`/?q=${encodeURIComponent(title)}`);
    for (const name of ['Ada', 'Ben', 'Cem']) {
      const answer = await visitor.request.post('/api/rsvps', {
        data: { eventId: await idOf(visitor, title), playerName: name },
      });
      expect(answer.status()).toBe(201);
    }
    await row(page, title)
      .getByRole('button', { name: `Edit ${title}` })
      .click();
    const edit = dialog(page, 'Edit Event');
    await edit.getByLabel('Start Time').fill('2031-02-04T09:30');
    await edit.getByLabel('Capacity').fill('2');
    await edit.getByRole('button', { name: 'Save' }).click();
    await expectToast(page, 'Error', 'Failed to update event.');
    await expect(edit.getByLabel('Capacity')).toHaveAccessibleDescription(/3 people are already registered/);
    await expect(edit.getByLabel('Start Time')).toHaveValue('2031-02-04T09:30');
    await edit.getByLabel('Capacity').fill('3');
    await edit.getByRole('button', { name: 'Save' }).click();
    await expectToast(page, 'Event updated', title);
    await expect(row(page, title)).toContainText('3 / 3 playersFULL');
    await expect(visitor.getByRole('article').filter({ hasText: title })).toContainText('Feb 04, 2031 · 9:30 AM');

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

/** Asks until it is there: others may get a list that is a second old. */
const idOf = async (page: Page, title: string): Promise<string> => {
  const find = async () => {
    const events: { id: string; title: string }[] = await (await page.request.get('/api/events')).json();
    return events.find((event) => event.title === title)?.id ?? '';
  };
  await expect.poll(find).not.toBe('');
  return find();
};

test('an edit outlives the deletion of its event, and its session', async ({
  page,
  organiser,
  otherPage,
  context,
  trouble,
}) => {
  await test.step('one organiser edits what the other deletes: both see a message', async () => {
    trouble.allow(/status of 404/);
    const title = unique('Overboard');
    await organiser.addEvent({ title });
    const other = await otherPage();
    for (const one of [page, other]) await desk(one, organiser, title);
    await page.getByRole('button', { name: `Edit ${title}` }).click();
    await other.getByRole('button', { name: `Delete ${title}` }).click();
    await dialog(other, 'Delete Event').getByRole('button', { name: 'Delete' }).click();
    await expectToast(other, 'Event deleted', title);
    const mine = dialog(page, 'Edit Event');
    await expect(mine).toContainText('Another organiser has deleted this event, with its RSVPs.');
    await mine.getByRole('button', { name: 'Create it again' }).click();
    await expectToast(page, 'Event Created!', 'New event has been added successfully.');
    for (const one of [page, other]) await expect(one.getByRole('button', { name: `Edit ${title}` })).toHaveCount(1);
  });

  await test.step('a session that expires during an edit: unlock, and the edit is saved', async () => {
    trouble.expect(/status of 401/);
    const title = unique('Slow tide');
    await organiser.addEvent({ title });
    await desk(page, organiser, title);
    await page.getByRole('button', { name: `Edit ${title}` }).click();
    await dialog(page, 'Edit Event').getByLabel('Host').fill('Henrietta');
    await context.clearCookies({ name: 'fest_admin' });
    await dialog(page, 'Edit Event').getByRole('button', { name: 'Save' }).click();
    const asked = dialog(page, 'Enter Admin Password');
    await asked.getByLabel('Password').fill(ADMIN_PASSWORD);
    await asked.getByRole('button', { name: 'Unlock' }).click();
    await expectToast(page, 'Event updated', title);
    await expect(row(page, title)).toContainText('hosted by Henrietta');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});
