/** The web app manifest, from the festival's facts: what an installed app is called and looks like. */
import type { Festival } from '#features/festival/contract.ts';
import { shortName } from '#features/festival/rules.ts';
import type { Recipe } from '#platform/server/cache.ts';
import { FOR_ALL } from '#platform/server/send-cached.ts';

const png = (size: number, src: string) => ({ src, type: 'image/png', sizes: `${size}x${size}` });
const shortcut = (name: string, url: string, icon: string) => ({
  name,
  url,
  icons: [png(96, `/shortcut-${icon}.png`)],
});
const screenshot = (name: string, form_factor: 'narrow' | 'wide', label: string) => ({
  src: `/screenshot-${name}.webp`,
  type: 'image/webp',
  sizes: form_factor === 'narrow' ? '780x1688' : '1280x800',
  form_factor,
  label,
});

/** The splash screen of both themes: the manifest has one colour, and the icon's own sky is dark. */
const NIGHT = '#0b1026';

const manifestOf = ({ name, blurb }: Pick<Festival, 'name' | 'blurb'>) => ({
  id: '/',
  name,
  short_name: shortName(name),
  description: blurb,
  lang: 'en',
  dir: 'ltr',
  categories: ['entertainment', 'games', 'social'],
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: NIGHT,
  theme_color: NIGHT,
  // A shared link opens in the window that is there instead of a second one.
  launch_handler: { client_mode: ['navigate-existing', 'auto'] },
  icons: [
    { src: '/favicon.svg', type: 'image/svg+xml', sizes: 'any' },
    png(192, '/icon-192.png'),
    png(512, '/icon-512.png'),
    { ...png(192, '/icon-maskable-192.png'), purpose: 'maskable' },
    { ...png(512, '/icon-maskable-512.png'), purpose: 'maskable' },
  ],
  screenshots: [
    screenshot('programme', 'narrow', 'The programme, day by day'),
    screenshot('event', 'narrow', 'An event with its free places'),
    screenshot('schedule', 'narrow', 'My schedule'),
    screenshot('wide', 'wide', 'The programme on a computer'),
    screenshot('missions', 'wide', 'The missions of the competition'),
  ],
  shortcuts: [
    shortcut('My schedule', '/schedule', 'schedule'),
    shortcut('Events', '/', 'events'),
    shortcut('Scoreboard', '/scoreboard', 'scoreboard'),
  ],
});

export const manifestRecipe = (readFestival: () => Promise<Festival>): Recipe => ({
  key: 'manifest',
  topics: ['festival'],
  make: async () => ({
    body: JSON.stringify(manifestOf(await readFestival())),
    headers: { ...FOR_ALL, 'content-type': 'application/manifest+json; charset=utf-8' },
  }),
});
