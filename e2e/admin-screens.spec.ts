import type { Page } from '@playwright/test';
import { aPicture } from '#testing/factories.ts';
import { expectNothingSerious } from './axe.ts';
import { expectItFits } from './fits.ts';
import { expect, onPhone, test } from './journey.ts';
import { unique } from './organiser.ts';
import { dialog, expectToast, openUnlocked } from './screen.ts';

const row = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Screens' }).getByRole('listitem').filter({ hasText: name });

const nameOf = (title: string): string => unique(title).toLowerCase().replaceAll(' ', '-');

onPhone(() => {
  test('names a wall by its code, adds a picture, arranges its pages, and shows one now', async ({
    page,
    organiser,
    trouble,
  }) => {
    // The file that is no picture.
    trouble.expect(/status of 400/);
    const name = nameOf('Arcade').replaceAll('-', '').padEnd(40, 'm');
    await openUnlocked(page, organiser, '/admin/screens');
    const { code } = await (await page.request.post('/api/screen-codes')).json();
    await page.getByRole('button', { name: 'Add a screen' }).click();
    await dialog(page, 'Add a screen').getByLabel('Name').fill(name);
    await dialog(page, 'Add a screen').getByLabel('Code that the wall shows').fill(code.toLowerCase());
    await dialog(page, 'Add a screen').getByRole('button', { name: 'Add', exact: true }).click();
    await expectToast(page, 'The wall has its name', name);
    expect(await (await page.request.get(`/api/screen-codes/${code}`)).json()).toMatchObject({ name });
    await expect(row(page, name)).toContainText(`Not heard of yet. Open /display/${name} on its computer.`);

    await page.getByLabel('Add a picture').setInputFiles({
      ...{ name: 'no-picture.png', mimeType: 'image/png', buffer: Buffer.from('<html></html>') },
    });
    await expect(page.getByText('This is no PNG, JPEG or WebP picture.')).toBeVisible();
    await page.getByLabel('Add a picture').setInputFiles({
      ...{ name: 'sponsor.png', mimeType: 'image/png', buffer: aPicture() },
    });
    await expect(page.getByRole('img', { name: 'sponsor' })).toBeVisible();
    await expectItFits(page);

    await row(page, name)
      .getByRole('button', { name: `Arrange ${name}` })
      .click();
    const form = dialog(page, name);
    await form.getByLabel('Another page').selectOption({ label: 'sponsor' });
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    const up = form.getByRole('button', { name: 'Move sponsor up' });
    while ((await up.getAttribute('aria-disabled')) === null) await up.press('Enter');
    await form.getByLabel('Seconds of sponsor').fill('12');
    await form.getByRole('button', { name: 'Remove Standings' }).click();
    await form.getByLabel('Room', { exact: true }).fill('Arcade');
    await expectItFits(page);
    await expectNothingSerious(page);
    await form.getByRole('button', { name: 'Save' }).click();
    await expectToast(page, 'Screen saved', name);
    await expect(row(page, name)).toContainText('Arcade');

    await row(page, name)
      .getByRole('button', { name: `Arrange ${name}` })
      .click();
    const [preview] = await Promise.all([
      page.waitForEvent('popup'),
      form.getByRole('link', { name: 'Preview QR code of the app' }).click(),
    ]);
    await expect(preview.getByRole('img', { name: /^Code that leads to/ })).toBeVisible();
    await preview.close();
    await form.getByRole('button', { name: 'Cancel' }).click();
    // The preview is no wall.
    await expect(row(page, name)).toContainText('Not heard of yet.');

    await row(page, name).getByText('Show one page now').click();
    await row(page, name).getByRole('button', { name: 'sponsor' }).click();
    await expect(row(page, name)).toContainText('sponsor instead of its pages');
    const shown = async () => (await page.request.get(`/api/screens/${name}`)).json();
    expect(await shown()).toMatchObject({
      ...{ location: 'Arcade', now: { kind: 'picture', seconds: 12 } },
      pages: [
        { kind: 'picture' },
        { kind: 'now-here' },
        { kind: 'tournaments' },
        { kind: 'messages' },
        { kind: 'app' },
      ],
    });
    await expectNothingSerious(page);
    await row(page, name).getByRole('button', { name: 'End what' }).click();
    await expect.poll(async () => (await shown()).now).toBeNull();

    await page.getByRole('button', { name: 'Remove sponsor' }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(page.getByRole('img', { name: 'sponsor' })).toHaveCount(0);
    await row(page, name)
      .getByRole('button', { name: `Remove ${name}` })
      .click();
    await row(page, name).getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(row(page, name)).toHaveCount(0);
  });
});
