import type { Page } from '@playwright/test';
import { expectNothingSerious } from './axe.ts';
import { expect, onPhone } from './journey.ts';
import { comeBack, copiesWith, openStreaming, test, whenCopied } from './network.ts';
import { unique } from './organiser.ts';
import { dialog } from './screen.ts';

const place = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Places' }).getByRole('button', { name: new RegExp(`^${name}`) });

onPhone(() => {
  test('checks in at a door by a helper’s link, also without network, until it is stopped, and starts a late event as a host', async ({
    page,
    network,
    organiser,
  }) => {
    await test.step('a door', async () => {
      const { id, title } = await organiser.addEvent({ title: unique('Door of Mira') });
      for (const name of ['Ada', 'Bo']) await organiser.register(id, name);
      const { id: helper, path } = await organiser.addHelper({ eventId: id });
      await page.goto(path);
      await page.getByRole('button', { name: 'Open the desk here' }).click();
      await expect(page.getByText(`Door · ${title} · Mira`)).toBeVisible();
      // The secret stays neither in the address nor in the history.
      expect(new URL(page.url()).hash).toBe('');
      await place(page, 'Ada').click();
      await expect(place(page, 'Ada')).toHaveAttribute('aria-pressed', 'true');
      for (const words of ['Running late', 'Start Event', 'New code', 'Rename, move or remove'])
        await expect(page.getByRole('button', { name: words })).toHaveCount(0);
      await expect(page.getByRole('navigation')).toHaveCount(0);
      await expectNothingSerious(page);

      await whenCopied(page);
      await expect.poll(() => copiesWith(page, 'html')).toContain('pages /helper');
      network.become('down');
      await place(page, 'Bo').click();
      await expect(place(page, 'Bo')).toContainText('waiting to send');
      await page.reload();
      await expect(place(page, 'Bo')).toContainText('waiting to send');
      await comeBack(network, page);
      await expect(place(page, 'Bo')).toContainText(/^Bo.*In, .*by Mira/);

      await openStreaming(page, '/helper');
      await organiser.stopHelper(helper);
      await expect(page.getByText('This desk is closed')).toBeVisible({ timeout: 3_000 });
      await expect(place(page, 'Ada')).toHaveCount(0);
      await page.goto(path);
      await page.getByRole('button', { name: 'Open the desk here' }).click();
      await expect(page.getByText('This link does not work, or no longer.')).toBeVisible();
    });

    await test.step('a host of a room', async () => {
      const location = unique('Dune Room');
      const { id, title } = await organiser.addEvent({ title: unique('Hosted'), location });
      await organiser.addEvent({ title: unique('Elsewhere') });
      const { path } = await organiser.addHelper({ role: 'host', location });
      await page.goto(path);
      await page.getByRole('button', { name: 'Open the desk here' }).click();
      await expect(page.getByRole('listitem')).toHaveCount(1);
      await page.getByRole('link', { name: title }).click();
      await page.getByRole('button', { name: `Start Event: ${title}` }).click();
      await expect(page.getByRole('button', { name: `Complete Event: ${title}` })).toBeVisible();
      await page.getByRole('button', { name: 'Running late' }).click();
      await dialog(page, 'Running late').getByRole('button', { name: '20 min' }).click();
      await dialog(page, 'Running late').getByRole('button', { name: 'Save' }).click();
      await expect(dialog(page, 'Running late')).toHaveCount(0);
      expect((await organiser.events()).find((event) => event.id === id)).toMatchObject({
        ...{ lateMinutes: 20, status: 'in-progress' },
      });
      await page.getByRole('button', { name: 'Leave' }).click();
      await dialog(page, 'Leave this desk?').getByRole('button', { name: 'Leave' }).click();
      await expect(page.getByText('This desk is closed')).toBeVisible();
    });
  });
});
