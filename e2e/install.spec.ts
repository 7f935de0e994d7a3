import { existsSync, readdirSync } from 'node:fs';
import { chromium, type Page } from '@playwright/test';
import { expect, onPhone, test } from './journey.ts';
import { unique } from './organiser.ts';
import { repository } from './program.ts';
import { dialog, expectToast, openCard, register } from './screen.ts';

type Picture = { src: string; sizes: string; purpose?: string; form_factor?: string };
type Manifest = {
  name: string;
  short_name: string;
  description: string;
  icons: Picture[];
  screenshots: Picture[];
  shortcuts: { name: string; url: string; icons: Picture[] }[];
};

const manifestOf = async (page: Page): Promise<Manifest> => (await page.request.get('/manifest.webmanifest')).json();

/** Returns the width and height of a picture as the browser decodes it. */
const sizeOf = (page: Page, src: string): Promise<string> =>
  page.evaluate(async (address) => {
    const picture = new Image();
    picture.src = address;
    await picture.decode();
    return `${picture.naturalWidth}x${picture.naturalHeight}`;
  }, src);

/** Headless shells call everything installable; a full Chromium judges. */
const FULL = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);

onPhone(() => {
  test('can be installed, has pictures of their sizes and shortcuts that open, marks the icon while a notice is unseen, and shares an event', async ({
    page,
    organiser,
    context,
    program,
    launchOptions,
  }) => {
    await test.step('every picture of the manifest and of the page’s head has the size that it says', async () => {
      await page.goto('/');
      const { icons, screenshots, shortcuts } = await manifestOf(page);
      const pictures = [...icons, ...screenshots, ...shortcuts.flatMap((each) => each.icons)];
      const files = readdirSync(`${repository}public`).map((name) => `/${name}`);
      const named = [...pictures.map(({ src }) => src), '/favicon.ico', '/apple-touch-icon.png'];
      expect(new Set(files), 'each file is a picture that somebody names').toEqual(new Set(named));
      for (const { src, sizes } of pictures) {
        if (sizes !== 'any') expect(await sizeOf(page, src), src).toBe(sizes);
      }
      expect(icons.filter(({ purpose }) => purpose === 'maskable')).toHaveLength(2);
      expect(new Set(screenshots.map(({ form_factor }) => form_factor))).toEqual(new Set(['narrow', 'wide']));
      for (const link of await page.locator('link[rel=icon], link[rel=apple-touch-icon]').all()) {
        expect(await sizeOf(page, (await link.getAttribute('href')) ?? ''), 'a picture').toMatch(/^\d+x\d+$/);
      }
    });

    await test.step('every shortcut opens its screen', async () => {
      const { shortcuts } = await manifestOf(page);
      expect(shortcuts.map(({ name }) => name)).toEqual(['My schedule', 'Events', 'Scoreboard']);
      for (const [index, heading] of ['MY SCHEDULE', 'OCEANFRONT GAMES FESTIVAL', 'HIGH SCORES'].entries()) {
        await page.goto(shortcuts[index]?.url ?? '');
        await expect(page.getByRole('heading', { level: 1, name: new RegExp(heading, 'i') })).toBeVisible();
      }
    });

    await test.step('the icon is marked while a notice is unseen', async () => {
      await onDevice(page);
      const { id, title } = await organiser.addEvent({ title: unique('Badge making') });
      await register(page, await openCard(page, title), 'Robin');
      await expectToast(page, 'Success!', "You've been registered for the event.");
      await organiser.editEvent(id, { location: 'Lighthouse' });
      await expect.poll(async () => (await device(page)).badge).toBe(1);
      await page.goto('/schedule');
      await expect.poll(async () => (await device(page)).badge).toBe(0);
    });

    await test.step('share an event; without a list of apps the link is copied', async () => {
      const { id, title } = await organiser.addEvent({ title: unique('Shared table') });
      await onDevice(page);
      await page.goto(`/?event=${id}`);
      await dialog(page, title).getByRole('button', { name: 'Share' }).click();
      const url = new URL(`/?event=${id}`, page.url()).href;
      expect((await device(page)).shared).toEqual({ title, url });

      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.evaluate(
        () => Reflect.deleteProperty(navigator, 'share') && Reflect.deleteProperty(Navigator.prototype, 'share'),
      );
      await dialog(page, title).getByRole('button', { name: 'Share' }).click();
      await expectToast(page, 'Link copied', `Paste it to show somebody ${title}.`);
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);
    });

    await test.step('Chromium reads the manifest without an error and could install the app', async () => {
      const context = await chromium.launchPersistentContext('', {
        ...launchOptions,
        ...(FULL === undefined
          ? {}
          : { executablePath: FULL, args: [...(launchOptions.args ?? []), '--headless=new'] }),
      });
      const page = await context.newPage();
      await page.goto(program.origin);
      const wire = await context.newCDPSession(page);
      const { errors, manifest } = await wire.send('Page.getAppManifest');
      expect(errors).toEqual([]);
      expect(manifest).toMatchObject({ id: `${program.origin}/`, display: 'kStandalone', scope: `${program.origin}/` });
      expect(manifest.launchHandler).toEqual({ clientMode: 'kNavigateExisting' });
      // Chromium reads the manifest for this judgement later than for the one above.
      await expect.poll(() => wire.send('Page.getInstallabilityErrors')).toEqual({ installabilityErrors: [] });
      await context.close();
    });
  });
});

/** Stands in for the phone: headless browsers have neither an icon nor a list of apps to share with. */
const onDevice = (page: Page) =>
  page.addInitScript(() => {
    const device = { badge: null as number | null, shared: null as ShareData | null };
    Object.assign(window, { device });
    navigator.setAppBadge = async (badge = 0) => void Object.assign(device, { badge });
    navigator.share = async (shared) => void Object.assign(device, { shared });
  });
const device = (page: Page) =>
  page.evaluate(() => (window as unknown as { device: { badge: number | null; shared: ShareData | null } }).device);
