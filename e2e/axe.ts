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

async function expectNothingSeriousIn(page: Page, axe: () => AxeBuilder): Promise<void> {
  await settle(page, 'dark');
  expect(await seriousThings(axe().withTags(RULES)), 'at night').toEqual([]);
  await settle(page, 'light');
  expect(await seriousThings(axe().withRules(COLOURS)), 'in daylight').toEqual([]);
}

const axeOn = (page: Page) => new AxeBuilder({ page }).setLegacyMode(true);

/** Waits for the toast to go: half faded it has too little contrast. */
export const expectNothingSerious = (page: Page) => expectNothingSeriousIn(page, () => axeOn(page).exclude('.toast'));

/** Hovers the toast, so that it stays. */
export async function expectLegibleToast(page: Page, title: string, message: string): Promise<void> {
  await expectToast(page, title, message);
  await page.locator('.toast').hover();
  await expectNothingSeriousIn(page, () => axeOn(page).include('.toast'));
  await page.mouse.move(0, 0);
}
