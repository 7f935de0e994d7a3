/** First run: an empty festival walks its organiser from the password to the poster. */
import type { Page } from '@playwright/test';
import { expectNothingSerious } from './axe.ts';
import { expectItFits } from './fits.ts';
import { expect, test } from './journey.ts';
import { pagesIn } from './pdf.ts';
import { ADMIN_PASSWORD } from './program.ts';
import { dialog, unlock } from './screen.ts';

test.use({ ownSettings: { SAMPLE_DATA: 'off' }, viewport: { width: 390, height: 844 } });

const CSV = 'title,type,start,location,host\nPier Quiz,course,2030-11-14 15:00,Ballroom,Priya\n';

/** How far an organiser's page has moved, and whether it said that it is locked. */
const watched = (page: Page) =>
  page.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    await frame();
    await frame();
    return (globalThis as unknown as { seen: { moved: number; wasLocked: boolean } }).seen;
  });
const watch = (page: Page) =>
  page.addInitScript(() => {
    const seen = { moved: 0, wasLocked: false };
    Object.assign(globalThis, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.moved += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
    const look = () => {
      const bars = [...document.querySelectorAll('p')].filter(({ textContent }) => textContent.startsWith('Locked:'));
      seen.wasLocked ||= bars.some((bar) => bar.checkVisibility());
      requestAnimationFrame(look);
    };
    look();
  });

/** Loads the page on a desktop and on a phone. */
async function expectSteadyLoads(page: Page, expectShown: () => Promise<void>): Promise<void> {
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.reload();
    await expect(page.getByText('Total Events')).toBeVisible();
    await expectShown();
    const { moved, wasLocked } = await watched(page);
    expect(wasLocked, `${width} px`).toBe(false);
    expect(moved, `${width} px`).toBeLessThan(0.05);
  }
}

test('goes through the first steps, tries the sample between, prints the poster, and never jumps while it loads', async ({
  page,
  context,
  program,
  trouble,
}) => {
  trouble.allow(/ERR_FAILED/);
  await test.step('before its script has come, an organiser’s browser keeps room for the steps, and no bar says that it is locked', async () => {
    const early = await context.newPage();
    await early.route('**/*.js', (route) => route.abort());
    const seen = async () => {
      await early.goto('/admin', { waitUntil: 'commit' });
      await early.waitForLoadState();
      const bar = early.getByText('Locked: unlock to make changes');
      return [await bar.isVisible(), await early.locator('[data-room][data-organisers-only]').isVisible()];
    };
    expect(await seen()).toEqual([true, false]);
    await early.evaluate(() => localStorage.setItem('festival-admin-mode', 'true'));
    expect(await seen()).toEqual([false, true]);
    await early.evaluate(() => localStorage.clear());
    await early.close();
  });

  await page.goto('/admin');
  await unlock(page, ADMIN_PASSWORD);
  const steps = page.getByRole('region', { name: 'FIRST STEPS' });
  // The password comes from the server's settings.
  await expect(steps.getByText('1 OF 5')).toBeVisible();
  await expectItFits(page);
  await expectNothingSerious(page);
  await watch(page);
  await expectSteadyLoads(page, () => expect(steps.getByText('1 OF 5')).toBeVisible());
  await steps.getByRole('button', { name: 'These facts are right' }).click();
  await expect(steps.getByText('2 OF 5')).toBeVisible();

  await steps.getByRole('button', { name: 'Load the sample festival' }).click();
  const sample = page.getByRole('region', { name: 'Sample data' });
  await expect(sample).toBeVisible();
  await expect(steps).toHaveCount(0);
  await sample.getByRole('button', { name: 'Clear sample data' }).click();
  await sample.getByRole('button', { name: 'Yes, clear everything' }).click();
  await expect(steps.getByText('2 OF 5')).toBeVisible();

  await steps
    .locator('input[type=file]')
    .setInputFiles({ name: 'p.csv', mimeType: 'text/csv', buffer: Buffer.from(CSV) });
  await dialog(page, 'Import programme')
    .getByRole('button', { name: /^Import/ })
    .click();
  await expect(steps.getByText('3 OF 5')).toBeVisible();

  await expect(steps.getByText(program.origin, { exact: true })).toBeVisible();
  await expect(steps.getByText('Only this computer can open that.')).toBeVisible();
  const skip = steps.getByRole('button', { name: 'Skip' });
  await skip.dblclick();
  await expect(steps.getByText('4 OF 5')).toBeVisible();
  await expect(steps.getByRole('button', { name: 'Print the poster' })).toHaveAttribute('aria-expanded', 'true');
  await steps.getByRole('link', { name: 'Open the poster' }).click();
  await expect(page.getByRole('img', { name: `Code that leads to ${program.origin}` })).toBeVisible();
  await expectItFits(page);
  for (const format of ['A4', 'Letter']) expect(pagesIn(await page.pdf({ format }))).toBe(1);
  await page.goBack();
  await steps.getByRole('button', { name: 'I printed the poster' }).click();
  await expect(steps).toHaveCount(0);
  await expectSteadyLoads(page, () => expect(page.getByRole('region', { name: 'NEXT 60 MINUTES' })).toBeVisible());
  await expect(steps).toHaveCount(0);
});
