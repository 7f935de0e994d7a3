import type { Page } from '@playwright/test';
import { expect } from './journey.ts';

/**
 * Checks that neither the page nor a dialog scrolls sideways, and that nothing clickable lies outside. Only the bars of
 * a bracket's rounds and of the programme's filters may scroll.
 */
export async function expectItFits(page: Page): Promise<void> {
  const tooWide = await page.evaluate(() => {
    const boxes = [document.documentElement, ...document.querySelectorAll('[role=dialog], [role=dialog] *')];
    const scrolling = boxes.filter((box) => {
      const { overflowX } = getComputedStyle(box);
      return box.scrollWidth > box.clientWidth + 1 && (box === boxes[0] || ['auto', 'scroll'].includes(overflowX));
    });
    const outside = [
      ...document.querySelectorAll('main :is(a, button, input, select), [role=dialog] :is(a, button, input, select)'),
    ].filter((control) => control.checkVisibility() && control.getBoundingClientRect().right > innerWidth + 1);
    const known = (element: Element) => element.closest('nav[aria-label=Rounds], [role=toolbar]') !== null;
    return [...scrolling, ...outside]
      .filter((element) => !known(element))
      .map((element) => element.outerHTML.slice(0, 120));
  });
  expect(tooWide).toEqual([]);
}
