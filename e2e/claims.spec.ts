import { expectNothingSerious } from './axe.ts';
import { expect, onPhone } from './journey.ts';
import { comeBack, test } from './network.ts';
import { unique } from './organiser.ts';
import { dialog } from './screen.ts';

onPhone(() => {
  test('a mission is claimed with two taps, also after the network was away, and a helper’s phone approves or refuses it', async ({
    page,
    network,
    otherPage,
    organiser,
  }) => {
    const rosa = unique('Rosa');
    await page.goto('/top-gun');
    await expect(page.getByText('Your ticks stay on this device.')).toBeVisible();
    await page.request.post('/api/users', { data: { name: rosa } });
    await page.reload();
    const row = (task: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: task });
    await row('Win a thumb war').getByRole('button', { name: 'Claim' }).click();
    const claiming = dialog(page, 'Claim this mission');
    await claiming.getByRole('textbox').fill('Bo saw it');
    await expectNothingSerious(page);
    network.become('down');
    await claiming.getByRole('button', { name: 'Send' }).click();
    await expect(claiming.getByText(/kept here/).first()).toBeVisible();
    await expect(claiming.getByRole('textbox')).toHaveValue('Bo saw it');
    await comeBack(network, page);
    await claiming.getByRole('button', { name: 'Send' }).click();
    await expect(row('Win a thumb war').getByText('Sent')).toBeVisible();
    await row('Find a dragon meeple').getByRole('button', { name: 'Claim' }).click();
    await claiming.getByRole('button', { name: 'Send' }).click();
    await expect(row('Find a dragon meeple').getByText('Sent').first()).toBeVisible();

    const { path } = await organiser.addHelper({ role: 'points' });
    const helper = await otherPage({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
    await helper.goto(path);
    await helper.getByRole('button', { name: 'Open the desk here' }).click();
    await expect(helper.getByText('Points · Whole festival · Mira')).toBeVisible();
    await expect(helper.getByRole('heading', { level: 1, name: 'Claims' })).toBeVisible();
    await expectNothingSerious(helper);
    await page.goto('/scoreboard');
    await helper.getByRole('button', { name: new RegExp(`^Approve .*${rosa}.*\\+5`) }).click();
    await expect(page.getByText('+5', { exact: true })).toBeVisible();
    await page.goto('/top-gun');
    await expect(row('Win a thumb war').getByText('+5')).toBeVisible();

    await helper.getByRole('button', { name: new RegExp(`^Refuse .*${rosa}`) }).click();
    await dialog(helper, 'Refuse this claim').getByRole('textbox', { name: 'Reason' }).fill('Nobody saw it');
    await dialog(helper, 'Refuse this claim').getByRole('button', { name: 'Refuse', exact: true }).click();
    await expect(row('Find a dragon meeple').getByText('Not this time: Nobody saw it')).toBeVisible();
    await expectNothingSerious(page);
    const decided = helper.getByRole('main').getByRole('listitem').filter({ hasText: 'Not this time' });
    await decided.getByRole('button', { name: /^Undo/ }).click();
    await expect(row('Find a dragon meeple').getByText('Sent').first()).toBeVisible();
    await helper.getByRole('textbox', { name: new RegExp(`Points for .*${rosa}`) }).fill('2');
    await helper.getByRole('button', { name: new RegExp(`^Approve .*${rosa}.*\\+2`) }).click();
    await expect(row('Find a dragon meeple').getByRole('button', { name: 'Claim' })).toBeVisible();
    await expect(page.getByText('2 of 42 done')).toBeVisible();
  });
});
