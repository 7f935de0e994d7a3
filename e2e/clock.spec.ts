/** Devices whose clock is hours off, or is set while a page is open: what runs now is shown and can be taken. */
import type { Page } from '@playwright/test';
import { expect, onPhone } from './journey.ts';
import { comeBack, test, whenCopied } from './network.ts';
import { unique } from './organiser.ts';
import { card, openCard, register } from './screen.ts';

const HOUR = 3_600_000;

/** Gives the device a clock of its own, which `setClock` sets. */
const wearClock = (page: Page, off: number) =>
  page.addInitScript((off) => {
    const Real = Date;
    const device = { off };
    const time = () => Real.now() + device.off;
    Object.assign(globalThis, { device });
    globalThis.Date = new Proxy(Real, {
      construct: (target, parts, self) => Reflect.construct(target, parts.length === 0 ? [time()] : parts, self),
      get: (target, name) => (name === 'now' ? time : Reflect.get(target, name)),
    });
  }, off);
const setClock = (page: Page, off: number) =>
  page.evaluate((off) => Object.assign((globalThis as unknown as { device: object }).device, { off }), off);

onPhone(() => {
  test('takes a place in what runs now, online and without network, when the clock is hours off', async ({
    page,
    network,
    organiser,
    otherPage,
  }) => {
    const startTime = new Date(Date.now() - HOUR / 4).toISOString();
    const soon = new Date(Date.now() + HOUR / 2).toISOString();
    const { id, title } = await organiser.addEvent({ title: unique('Running'), startTime, duration: 60 });
    await organiser.changeStatus(id, 'in-progress');
    const next = await organiser.addEvent({ title: unique('Next'), startTime: soon, duration: 60 });
    await wearClock(page, 5 * HOUR);
    await page.goto('/');
    await expect(card(page, title).getByText('LIVE')).toBeVisible();
    await register(page, await openCard(page, title), unique('Ana'));
    await expect(card(page, title).getByRole('button', { name: 'REGISTERED' })).toBeVisible();
    await whenCopied(page);

    await test.step('says when the data is of, and lets a place wait, when the clock is set without network', async () => {
      network.become('down');
      await page.goto('/');
      await expect(page.getByText('No connection', { exact: true })).toBeVisible({ timeout: 15_000 });
      const mine = page.getByRole('region', { name: 'Your day' }).getByRole('link').first();
      await expect(mine).toContainText(title);
      await expect(mine).toContainText('Now, until');
      await expect(page.locator('.hero-day')).toBeVisible();
      await setClock(page, -5 * HOUR);
      await expect(page.getByText('Times may be wrong until it is back')).toBeVisible({ timeout: 10_000 });
      await expect(card(page, title).getByText('LIVE')).toBeVisible();
      const asOf = await page.locator('.connection-bar time').getAttribute('datetime');
      expect(Math.abs(Date.parse(asOf ?? '') - Date.now())).toBeLessThan(60_000);
      await register(page, await openCard(page, next.title), unique('Ben'));
      await expect(page.getByText(/until it starts\.$/).first()).toBeVisible();
      await comeBack(network, page);
      await expect(page.getByText(/has a place in/).first()).toBeVisible({ timeout: 20_000 });
      await expect(page.getByText('Times may be wrong until it is back')).toBeHidden();
    });

    // hydration.test.tsx has the other screens.
    await test.step('shows the festival’s times in a browser that does not know its zone', async () => {
      const page = await otherPage();
      const begins = new Date(Math.ceil(Date.now() / HOUR) * HOUR + HOUR).toISOString();
      const { title: zoned } = await organiser.addEvent({ title: unique('Zoned'), startTime: begins });
      await page.goto('/');
      const shown = await (await openCard(page, zoned)).textContent();
      await page.addInitScript(() => {
        const Real = Intl.DateTimeFormat;
        const format = (locale: string, options?: Intl.DateTimeFormatOptions) => {
          if (options?.timeZone === 'America/New_York') throw new RangeError('Invalid time zone specified');
          return new Real(locale, options);
        };
        Object.assign(Intl, { DateTimeFormat: format });
      });
      await page.goto('/');
      expect(await (await openCard(page, zoned)).textContent()).toBe(shown);
    });
  });
});
