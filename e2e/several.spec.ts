/** Several people of one phone, in one act. */
import type { Page } from '@playwright/test';
import { expect, onPhone } from './journey.ts';
import { comeBack, test, whenCopied } from './network.ts';
import { unique } from './organiser.ts';
import { card, dialog, expectToast, openCard } from './screen.ts';

const LATER = new Date(Date.now() + 90 * 60_000).toISOString();
/** Milliseconds from another's change to this screen (docs/behaviour.md "Programme"). */
const LIVE = { timeout: 2_000 };
const BACK = { timeout: 25_000 };

/** Fills in the dialog that is open. */
async function nameAll(page: Page, form: string, [first = '', ...others]: string[], send: string) {
  const asked = dialog(page, form);
  await asked.getByLabel('Player Name').fill(first);
  for (const [index, name] of others.entries()) {
    await asked.getByRole('button', { name: 'Add another person' }).click();
    await asked.getByRole('textbox', { name: `Person ${index + 2}` }).fill(name);
  }
  await asked.getByRole('button', { name: send, exact: true }).click();
}

onPhone(() => {
  test('a group waits for a full event and is promoted whole, and a family’s places wait for the network together', async ({
    page,
    organiser,
    network,
  }) => {
    await test.step('a group waits for a full event, and cancellations promote it whole', async () => {
      const { id, title } = await organiser.addEvent({ title: unique('Full hall'), capacity: 2, startTime: LATER });
      for (const name of ['Early Bird', 'Lark']) await organiser.register(id, name);
      const found = await openCard(page, title);
      await found.getByRole('button', { name: 'Join waiting list' }).click();
      await nameAll(page, 'Join Waiting List', ['Rosa', 'Theo'], 'Join');
      await expectToast(
        page,
        'On the waiting list',
        `Rosa and Theo are 1st and 2nd of 2 in line for ${title} and get their places together.`,
      );
      await organiser.removePlace(id, 'Early Bird');
      await found.getByRole('link', { name: title }).click();
      await expect(dialog(page, title).getByText('· 1st of 2 in line · together with Theo')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(found.getByText('1st and 2nd of 2 in line')).toBeVisible();
      await organiser.removePlace(id, 'Lark');
      await expect(found.getByRole('button', { name: 'REGISTERED' })).toBeVisible(LIVE);
      expect(await organiser.taken(id)).toBe(2);
    });

    await test.step('a family asks for its places without network, gets them in one act later, and the card offers the next person', async () => {
      const { id, title } = await organiser.addEvent({ title: unique('Far family'), startTime: LATER });
      const found = await openCard(page, title);
      await expect(found).toBeVisible();
      await whenCopied(page);
      network.become('down');
      await found.getByRole('button', { name: 'RSVP' }).click();
      await nameAll(page, 'Register for Event', ['Rosa', 'Theo'], 'Confirm');
      await expect(found.getByRole('button', { name: 'Waiting for network' })).toBeVisible();
      expect(await organiser.taken(id)).toBe(0);
      await comeBack(network, page);
      await expect(card(page, title).getByRole('button', { name: 'REGISTERED' })).toBeVisible(BACK);
      await expectToast(page, 'Success!', `Rosa and Theo have places in ${title}.`);
      expect(await organiser.taken(id)).toBe(2);
      await found.getByRole('button', { name: `Add a person: ${title}` }).click();
      await expect(dialog(page, 'Register for Event').getByLabel('Player Name')).toHaveValue('');
    });
  });
});
