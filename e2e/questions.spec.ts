import { expectNothingSerious } from './axe.ts';
import { expect, onPhone, test } from './journey.ts';
import { unique } from './organiser.ts';
import { openUnlocked } from './screen.ts';

onPhone(() => {
  test('an organiser asks a question, a visitor answers for a child and changes it, the door and the paper show it', async ({
    page,
    otherPage,
    organiser,
  }) => {
    const [rosa, walter, title] = [unique('Rosa'), unique('Walter'), unique('Dice for kids')];
    const { id } = await organiser.addEvent({ title });
    await openUnlocked(page, organiser, `/admin/events/${id}`);
    await page.getByRole('button', { name: 'Edit' }).first().click();
    await page.getByText('Questions to each person').click();
    await page.getByRole('button', { name: 'Add a question' }).click();
    await page.getByLabel('Question 1', { exact: true }).fill('Picked up by');
    await expectNothingSerious(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);

    const phone = await otherPage({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
    await phone.goto(`/?event=${id}`);
    await phone.getByRole('dialog').getByRole('button', { name: 'RSVP' }).click();
    await phone.getByLabel('Player Name').fill(rosa);
    await phone.getByLabel('Picked up by').fill('Aunt Zed');
    await expectNothingSerious(phone);
    await phone.getByRole('button', { name: 'Confirm' }).click();
    await expect(phone.getByText('Success!', { exact: true })).toBeVisible();

    await phone.goto(`/?event=${id}`);
    await phone.getByRole('button', { name: `Change the answers of ${rosa}` }).click();
    await phone.getByLabel('Picked up by').fill('Uncle Bo');
    await phone.getByRole('button', { name: 'Save' }).click();
    await expect(phone.getByText('Picked up by: Uncle Bo')).toBeVisible();
    await expectNothingSerious(phone);

    await page.goto(`/admin/events/${id}`);
    await expect(page.getByText('Picked up by: Uncle Bo')).toBeVisible();
    await page.getByLabel('Find or add a person').fill(walter);
    await page.getByRole('button', { name: 'Add walk-in' }).click();
    await page.getByLabel('Picked up by (optional)').fill('Himself');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Picked up by: Himself')).toBeVisible();
    await expectNothingSerious(page);

    await page.goto(`/print?sheet=roster&event=${id}`);
    await expect(page.getByRole('columnheader', { name: 'Picked up by' })).toBeVisible();
    await expect(page.getByRole('cell', { name: 'Uncle Bo' })).toBeVisible();
  });
});
