/** Opens the program as a phone, a computer or a big screen, and takes pictures of it as WebP. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Locator, Page } from '@playwright/test';
import { AFTERNOON } from './afternoon.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export const PHONE = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
} as const;
export const COMPUTER = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 } as const;
export const WALL = { viewport: { width: 1920, height: 1080 }, deviceScaleFactor: 1 } as const;

export type Theme = 'dark' | 'light';
type Device = typeof PHONE | typeof COMPUTER | typeof WALL;
/** In pixels of the visible page. */
type Part = { x: number; y: number; width: number; height: number };
type How = { quality?: number; scale?: number; part?: Part };

export type Studio = { readonly browser: Browser; readonly baseURL: string };

/** Writes a picture to `path`, below the repository. */
export function writePicture(path: string, bytes: Buffer): void {
  mkdirSync(dirname(`${ROOT}/${path}`), { recursive: true });
  writeFileSync(`${ROOT}/${path}`, bytes);
  console.log(`${path}: ${(bytes.length / 1000).toFixed(1)} kB`);
}

export async function newPage({ browser, baseURL }: Studio, device: Device, colorScheme: Theme): Promise<Page> {
  const page = await browser.newPage({ baseURL, colorScheme, reducedMotion: 'reduce', ...device });
  await page.clock.setSystemTime(AFTERNOON);
  return page;
}

export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.locator('html[data-alive]').waitFor({ state: 'attached' });
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready);
}

/** Waits for what moves, and returns how far the page is scrolled: a clip counts from the page's upper end. */
const settle = (page: Page): Promise<{ x: number; y: number }> =>
  page.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.all(ending.map(({ finished }) => finished));
    return { x: scrollX, y: scrollY };
  });

/** Returns the visible page as WebP, or a part of it, `scale` pixels for each of the page's. Its ground is transparent. */
export async function photograph(page: Page, { quality = 65, scale = 1, part }: How = {}): Promise<Buffer> {
  const scrolled = await settle(page);
  const { x, y, ...size } = part ?? { x: 0, y: 0, ...(page.viewportSize() ?? COMPUTER.viewport) };
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setDefaultBackgroundColorOverride', { color: { r: 0, g: 0, b: 0, a: 0 } });
  const clip = { x: x + scrolled.x, y: y + scrolled.y, ...size, scale };
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality, clip });
  await session.detach();
  return Buffer.from(data, 'base64');
}

/** Of the page's ground, around an element. */
const MARGIN = 12;

/** Returns an element, down to the end of `last` in it, with nothing of the page but its ground. */
export async function photographElement(element: Locator, last = element): Promise<Buffer> {
  await element.scrollIntoViewIfNeeded();
  await element.evaluate((kept) => {
    for (const other of document.body.querySelectorAll<HTMLElement>('*')) {
      if (other === kept || kept.contains(other)) continue;
      if (other.contains(kept)) Object.assign(other.style, { background: 'none', border: 'none', boxShadow: 'none' });
      else other.style.visibility = 'hidden';
    }
  });
  const [box, end] = [await element.boundingBox(), await last.boundingBox()];
  if (box === null || end === null) throw new Error(`${element} is not on the page`);
  const height = Math.floor(end.y + end.height - box.y) + (last === element ? 2 : 1) * MARGIN;
  const part = { x: box.x - MARGIN, y: box.y - MARGIN, width: box.width + 2 * MARGIN, height };
  return photograph(element.page(), { quality: 50, scale: 1.5, part });
}
