/** The picture of the README: big screen, dashboard and phone beside each other, in both themes. */
import { expect, type Page } from '@playwright/test';
import { COMPUTER, newPage, open, PHONE, photograph, type Studio, type Theme, WALL, writePicture } from './camera.ts';
import { hideSampleNotice, unlockDesk } from './organiser.ts';

const SIZE = { width: 1569, height: 1039 } as const;

async function shotOf(page: Page, scale = 1): Promise<string> {
  const bytes = await photograph(page, { quality: 90, scale });
  await page.close();
  return `data:image/webp;base64,${bytes.toString('base64')}`;
}

/** Down to the end of the second card. */
async function phoneShot(studio: Studio, theme: Theme): Promise<string> {
  const page = await newPage(studio, PHONE, theme);
  await page.setViewportSize({ width: 424, height: 862 });
  await open(page, '/');
  await page.evaluate(() => document.getElementById('events')?.scrollIntoView());
  await page.evaluate(() => scrollBy(0, -78));
  return shotOf(page, PHONE.deviceScaleFactor);
}

/** Down to the end of the matches that are ready. */
async function deskShot(studio: Studio, theme: Theme, eventId: string): Promise<string> {
  const page = await newPage(studio, COMPUTER, theme);
  await page.setViewportSize({ width: 1280, height: 528 });
  await unlockDesk(page);
  await open(page, `/admin/control?bracket=${eventId}`);
  await hideSampleNotice(page);
  return shotOf(page);
}

async function wallShot(studio: Studio, theme: Theme, eventId: string): Promise<string> {
  const page = await newPage(studio, WALL, theme);
  await open(page, `/display?event=${eventId}`);
  await expect(page.getByRole('toolbar', { name: 'Display' })).toHaveCSS('opacity', '0');
  return shotOf(page);
}

const frames = (wall: string, desk: string, phone: string, theme: Theme): string => `<!doctype html>
  <style>
    body { margin: 0; display: flex; gap: 28px; width: max-content }
    div { display: grid; gap: 28px; width: 1020px }
    img { box-sizing: border-box; width: 100%; border: 8px solid ${theme === 'dark' ? '#3a4578' : '#20264a'}; border-radius: 14px }
    .phone { width: auto; height: 1039px; border-width: 10px; border-radius: 44px }
  </style>
  <div><img src="${wall}"><img src="${desk}"></div><img class="phone" src="${phone}">`;

export async function takeTogether(studio: Studio, eventId: string): Promise<void> {
  for (const theme of ['dark', 'light'] as const) {
    const wall = await wallShot(studio, theme, eventId);
    const desk = await deskShot(studio, theme, eventId);
    const phone = await phoneShot(studio, theme);
    const page = await studio.browser.newPage({ viewport: SIZE });
    await page.setContent(frames(wall, desk, phone, theme));
    writePicture(`docs/pictures/boardwalk-${theme}.webp`, await photograph(page, { quality: 70 }));
    await page.close();
  }
}
