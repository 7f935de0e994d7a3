import { expectNothingSerious } from './axe.ts';
import { expect, onPhone, test } from './journey.ts';
import { unique } from './organiser.ts';
import { card, dialog, openUnlocked } from './screen.ts';

onPhone(() => {
  test('a place under the name of an account asks first, and only the phone of the account is you and shows its code', async ({
    page,
    otherPage,
    organiser,
    trouble,
  }) => {
    trouble.expect(/status of 409/);
    const [name, gus, title] = [unique('Rosa'), unique('Gus'), unique('Catan')];
    await organiser.addEvent({ title, capacity: 8 });
    const owner = await otherPage({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
    await owner.request.post('/api/users', { data: { name } });

    await page.goto('/');
    await card(page, title).getByRole('button', { name: /^RSVP/ }).click();
    const form = dialog(page, 'Register for Event');
    await form.getByLabel(/^Player Name/).fill(name.toUpperCase());
    await form.getByRole('button', { name: 'Confirm' }).click();
    await expect(form.getByRole('alert').filter({ hasText: 'Is this you?' })).toBeVisible();
    await expect(form.getByRole('link', { name: 'This is my account' })).toHaveAttribute('href', '/join');
    await expectNothingSerious(page);
    await form.getByRole('button', { name: 'A friend, go on' }).click();
    await expect(form).toHaveCount(0);

    await page.goto('/scoreboard');
    await expect(page.getByText('You have places, but no account for points.')).toBeVisible();
    await expect(page.getByText('you', { exact: true })).toHaveCount(0);
    await expectNothingSerious(page);
    await page.getByRole('button', { name: 'Make one', exact: true }).click();
    const account = dialog(page, 'Register for the festival');
    await expect(account.getByLabel(/^Your Name/)).toHaveValue('');
    await account.getByLabel(/^Your Name/).fill(name.replace(' ', '-'));
    await account.getByRole('button', { name: 'Register' }).click();
    await expect(account).toContainText(`Someone is already called ${name}. Add an initial.`);
    await account.getByLabel(/^Your Name/).fill(gus);
    await account.getByRole('button', { name: 'Register' }).click();
    await expect(account).toHaveCount(0);
    await page.getByRole('button', { name: 'My code' }).click();
    const shown = dialog(page, 'My code');
    await expect(shown.getByRole('img', { name: `QR code of ${gus}` })).toBeVisible();
    await expectNothingSerious(page);

    const [{ code }] = await (await owner.request.get('/api/users/my')).json();
    const unlocked = await otherPage({});
    await openUnlocked(unlocked, organiser, '/admin');
    await unlocked.getByRole('button', { name: 'Find', exact: true }).click();
    await unlocked.getByLabel('Name', { exact: true }).fill(name);
    await unlocked.getByRole('checkbox', { name: `Badge of ${name} checked` }).check();
    await expect(unlocked.getByRole('checkbox', { name: `Badge of ${name} checked` })).toBeChecked();
    await expectNothingSerious(unlocked);
    const answer = await unlocked.request.get(`/api/users/by-code/${code}`);
    expect(await answer.json()).toMatchObject({ name, seenAt: expect.any(String) });
  });
});
