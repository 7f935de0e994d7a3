import { expectNothingSerious } from './axe.ts';
import { expect, onPhone, test } from './journey.ts';
import { unique } from './organiser.ts';
import { openUnlocked } from './screen.ts';

onPhone(() => {
  test('an organiser publishes a draft, a visitor stars it, finds it on My schedule, and takes a place', async ({
    page,
    otherPage,
    organiser,
  }) => {
    const title = unique('Night of riddles');
    const { id } = await organiser.addEvent({ title, draft: true });
    const phone = await otherPage({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
    await phone.goto(`/?event=${id}`);
    await expect(phone.getByText('Event not found')).toBeVisible();

    await openUnlocked(page, organiser, '/admin/events');
    await page.getByLabel('Search events').fill(title);
    await page.getByRole('checkbox', { name: `Select ${title}` }).click();
    await expect(page.getByText('Draft', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
    await expect(page.getByText('Upcoming', { exact: true }).first()).toBeVisible();

    await phone.goto(`/?event=${id}`);
    const dialog = phone.getByRole('dialog', { name: title });
    await dialog.getByRole('button', { name: 'Interested' }).click();
    await expect(phone.getByText('It is on My schedule. A star is no place.', { exact: true })).toBeVisible();
    await expectNothingSerious(phone);
    await phone.goto('/schedule');
    const starred = phone.getByRole('region', { name: 'Interested' });
    await expect(starred.getByRole('link', { name: title })).toBeVisible();
    await expectNothingSerious(phone);
    await starred.getByRole('link', { name: title }).click();
    await phone.getByRole('dialog').getByRole('button', { name: 'RSVP' }).click();
    await phone.getByLabel('Player Name').fill(unique('Rosa'));
    await phone.getByRole('button', { name: 'Confirm' }).click();
    await expect(phone.getByText('Success!', { exact: true })).toBeVisible();
    await phone.goto('/schedule');
    await expect(phone.getByRole('link', { name: title }).first()).toBeVisible();
    await expect(phone.getByRole('region', { name: 'Interested' })).toHaveCount(0);
  });
});
