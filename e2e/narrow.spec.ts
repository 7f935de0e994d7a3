import { expectItFits } from './fits.ts';
import { expect, test } from './journey.ts';
import { unique } from './organiser.ts';
import { ADMIN_PASSWORD } from './program.ts';
import { card, DESK_PAGES, dialog, fillRsvp, openDeskPage, openTab, openUnlocked, TABS, unlock } from './screen.ts';

/** accessibility.spec.ts has every page at 320 px. */
test.use({ viewport: { width: 320, height: 640 } });

const WORD = 'Sandcastlechampionshipsemifinalqualificationroundpreliminary';

test('words of 60 letters fit at 320 px: card, dialogs, schedule; and so do the common dialogs', async ({
  page,
  organiser,
}) => {
  const title = unique(WORD);
  const { id } = await organiser.addEvent({
    title,
    description: `${WORD} ${WORD}`,
    location: WORD,
    host: WORD,
    tournamentType: 'double-elimination',
    eventType: 'video-game',
  });
  await organiser.changeStatus(id, 'in-progress');
  await page.goto('/');
  await expect(card(page, title)).toBeVisible();
  await expectItFits(page);
  await page.goto(`/?event=${id}&q=${title}`);
  const details = dialog(page, title);
  await expect(details).toBeVisible();
  await expectItFits(page);
  await details.getByRole('button', { name: 'RSVP' }).click();
  await expect(dialog(page, 'Register for Event')).toBeVisible();
  await expectItFits(page);
  await fillRsvp(page, WORD);
  await expect(details.getByRole('region', { name: 'Registered on this device' })).toContainText(WORD);
  await expectItFits(page);
  await details.getByRole('button', { name: 'Cancel my place' }).click();
  await expect(details.getByRole('button', { name: 'Yes, cancel it' })).toBeVisible();
  await expectItFits(page);
  await page.goto('/schedule');
  await page.getByRole('button', { name: 'Cancel my place' }).click();
  await expect(page.getByRole('button', { name: 'Yes, cancel it' })).toBeVisible();
  await expectItFits(page);
  await page.goto(`/?q=${WORD}${WORD}`);
  await expect(page.getByText('No events found')).toBeVisible();
  await expectItFits(page);

  await page.getByRole('button', { name: 'Register', exact: true }).click();
  await expect(dialog(page, 'Register for the festival')).toBeVisible();
  await expectItFits(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Toggle sidebar' }).click();
  await expect(dialog(page, 'Menu')).toBeVisible();
  await expectItFits(page);
  await page.keyboard.press('Escape');
  await unlock(page, ADMIN_PASSWORD);
  await page.getByRole('button', { name: 'Create New Event' }).click();
  await expect(dialog(page, 'Create New Event')).toBeVisible();
  await expectItFits(page);
});

test.describe('with letters of twice the size', () => {
  test.use({ viewport: { width: 390, height: 844 } });
  test.beforeEach(async ({ page, context }) => {
    const browser = await context.newCDPSession(page);
    await browser.send('Page.enable');
    await browser.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
  });

  test('home and its dialogs fit a phone, and every field and button can be reached', async ({ page, organiser }) => {
    const { id, title } = await organiser.addEvent({ title: unique('Large letters') });
    await page.goto('/');
    await expectItFits(page);
    const search = page.getByRole('searchbox', { name: 'Search events' });
    expect((await search.boundingBox())?.width).toBeGreaterThan(250);
    await page.getByRole('button', { name: 'Register', exact: true }).click();
    await expect(dialog(page, 'Register for the festival').getByLabel('Your Name')).toBeInViewport({ ratio: 1 });
    await expectItFits(page);
    await page.goto(`/?event=${id}`);
    const details = dialog(page, title);
    await expect(details.getByText('Bring a chair and a friend.')).toBeVisible();
    await expectItFits(page);
    await details.getByRole('button', { name: 'RSVP' }).click();
    const form = dialog(page, 'Register for Event');
    await expect(form.getByLabel('Player Name')).toBeInViewport({ ratio: 1 });
    await expectItFits(page);
    await form.getByLabel('Player Name').fill('Robin');
    await form.getByRole('button', { name: 'Confirm' }).click();
    await expect(details.getByRole('region', { name: 'Registered on this device' })).toContainText('Robin');
  });

  test('the unlocked dashboard and the form for an event fit a phone', async ({ page, organiser }) => {
    await openUnlocked(page, organiser, '/?q=chess');
    await page.getByRole('button', { name: 'Create New Event' }).click();
    await expect(dialog(page, 'Create New Event')).toBeVisible();
    await expectItFits(page);
    await page.goto('/admin');
    for (const [name] of TABS) {
      await test.step(name, async () => {
        await openTab(page, name);
        await expectItFits(page);
      });
    }
    for (const name of DESK_PAGES) {
      await test.step(name, async () => {
        await openDeskPage(page, name);
        await expectItFits(page);
      });
    }
  });
});
