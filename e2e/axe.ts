/** axe checks of a screen in both themes: no serious problems. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './journey.ts';
import { expectToast } from './screen.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];
/** Rules whose result depends on the theme. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/**
 * Colours on their way in or out are not what is read, and what is out of sight keeps those of the theme before. With less
 * motion nothing begins to fade meanwhile either: a toast may end its time at any moment.
 */
async function settle(page: Page, colorScheme: 'dark' | 'light'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.evaluate(() => {
    // Where somebody has scrolled to, the header may lie over half a button.
    scrollTo({ top: 0, behavior: 'instant' });
    for (const part of document.querySelectorAll<HTMLElement>('main section')) part.style.contentVisibility = 'visible';
    return Promise.allSettled(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
        .map((animation) => animation.finished),
    );
  });
}

async function seriousThings(axe: AxeBuilder) {
  const { violations } = await axe.analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => ({ id, where: nodes.slice(0, 5).map((node) => node.html) }));
}

export const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };

/** What passes is not listed, and each page gets the source of axe once: both would double the time. */
async function axeOn(page: Page): Promise<AxeBuilder> {
  const isLoaded = await page.evaluate(() => 'axe' in window);
  const axe = new AxeBuilder({ page, ...(isLoaded ? { axeSource: ';' } : {}) });
  return axe.setLegacyMode(true).options({ resultTypes: ['violations'] });
}

type Part = (axe: AxeBuilder) => AxeBuilder;
const WITHOUT_TOAST: Part = (axe) => axe.exclude('.toast');

async function expectNothingSeriousIn(page: Page, colorScheme: 'dark' | 'light', part: Part): Promise<void> {
  await settle(page, colorScheme);
  expect(await seriousThings(part(await axeOn(page))), colorScheme).toEqual([]);
}

/** In both themes. Waits for the toast to go: half faded it has too little contrast. */
export async function expectNothingSerious(page: Page): Promise<void> {
  await expectNothingSeriousIn(page, 'dark', (axe) => WITHOUT_TOAST(axe).withTags(RULES));
  await expectNothingSeriousIn(page, 'light', (axe) => WITHOUT_TOAST(axe).withRules(COLOURS));
}

/** On a desktop at night, and as wide as a phone, which shows other menus, in daylight: each size and theme once. */
const SIZES = [
  [DESKTOP, 'dark'],
  [PHONE, 'light'],
] as const;

export async function expectNothingSeriousAtBothSizes(page: Page): Promise<void> {
  for (const [size, colorScheme] of SIZES) {
    await page.setViewportSize(size);
    await expectNothingSeriousIn(page, colorScheme, (axe) => WITHOUT_TOAST(axe).withTags(RULES));
  }
}

/** Hovers the toast, so that it stays. */
export async function expectLegibleToast(page: Page, title: string, message: string): Promise<void> {
  for (const [size, colorScheme] of SIZES) {
    await page.setViewportSize(size);
    await expectToast(page, title, message);
    await page.locator('.toast').hover();
    await expectNothingSeriousIn(page, colorScheme, (axe) => axe.include('.toast').withTags(RULES));
  }
  await page.mouse.move(0, 0);
}
