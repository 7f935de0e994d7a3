/**
 * The icons of the installed app, all from one drawing: a striped sun over a stepped sea, on a grid of 32. `npm run pictures`
 * writes them to public/; a test fails while a file differs.
 */
import { Renderer } from '@takumi-rs/core';
import CalendarDays from 'lucide-react/icons/calendar-days';
import CalendarHeart from 'lucide-react/icons/calendar-heart';
import Trophy from 'lucide-react/icons/trophy';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { sunPath, wavePath } from '../src/platform/scene.ts';

const GRID = 32;
/** The sun lies within the circle that every launcher shows of a maskable icon: 40 % of the width around the centre. */
const SUN = sunPath(20, new Set([8, 11, 14, 16, 18]), 6, 4);
/** From back to front: a colour and the heights of the tops, each four cells wide. */
const SEA = [
  { colour: '#3a2f74', tops: [23, 22, 22, 23, 23, 22, 21, 22] },
  { colour: '#23235c', tops: [25, 26, 25, 24, 25, 26, 25, 24] },
  { colour: '#0b1026', tops: [28, 27, 28, 28, 27, 28, 29, 28] },
];

const wave = ({ colour, tops }: (typeof SEA)[number]): string =>
  `<path fill="${colour}" d="${wavePath(tops, 4, GRID)}"/>`;

/** `corner` is the radius of the corners in cells: 0 where the platform cuts the shape itself. */
const appIcon = (size: number, corner: number): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${GRID} ${GRID}"><title>Boardwalk</title>` +
  '<linearGradient id="sky" x2="0" y2="1"><stop stop-color="#120d33"/><stop offset=".3" stop-color="#3a1860"/>' +
  '<stop offset=".55" stop-color="#8a2f66"/><stop offset=".75" stop-color="#e35d5b"/></linearGradient>' +
  '<linearGradient id="sun" x2="0" y2="1"><stop stop-color="#fff0b3"/><stop offset=".5" stop-color="#ffc24d"/>' +
  '<stop offset="1" stop-color="#ff7a61"/></linearGradient>' +
  `<clipPath id="shape"><rect width="${GRID}" height="${GRID}" rx="${corner}"/></clipPath>` +
  `<g clip-path="url(#shape)"><path fill="url(#sky)" d="M0 0h${GRID}v${GRID}H0z"/><g shape-rendering="crispEdges">` +
  `<path fill="url(#sun)" d="${SUN}"/>${SEA.map(wave).join('')}</g></g></svg>`;

const SHORTCUT = 96;
const shortcutIcon = (icon: typeof Trophy): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${SHORTCUT}" height="${SHORTCUT}"><circle cx="48" cy="48" r="48" fill="#161f42"/>` +
  `<svg x="22" y="22" width="52" height="52">${renderToStaticMarkup(createElement(icon, { color: '#ffb84d', size: 52 }))}</svg></svg>`;

const ROUND = 7;

/** Every file with its drawing and its size in pixels. */
const ICONS = {
  'favicon.ico': [appIcon(32, ROUND), 32],
  'icon-192.png': [appIcon(192, ROUND), 192],
  'icon-512.png': [appIcon(512, ROUND), 512],
  'icon-maskable-192.png': [appIcon(192, 0), 192],
  'icon-maskable-512.png': [appIcon(512, 0), 512],
  // iOS cuts the corners itself and paints transparent ones black.
  'apple-touch-icon.png': [appIcon(180, 0), 180],
  'shortcut-schedule.png': [shortcutIcon(CalendarHeart), SHORTCUT],
  'shortcut-events.png': [shortcutIcon(CalendarDays), SHORTCUT],
  'shortcut-scoreboard.png': [shortcutIcon(Trophy), SHORTCUT],
} as const;

/** Returns the bytes of each icon by its file name. */
export async function drawIcons(): Promise<Map<string, Buffer>> {
  const renderer = new Renderer();
  const drawn = new Map([['favicon.svg', Buffer.from(`${appIcon(GRID, ROUND)}\n`)]]);
  for (const [name, [svg, size]] of Object.entries(ICONS)) {
    const picture = { type: 'image', src: 'icon', width: size, height: size } as const;
    const images = [{ src: 'icon', data: Buffer.from(svg) }];
    const format = name.endsWith('.ico') ? 'ico' : 'png';
    drawn.set(name, await renderer.render(picture, { width: size, height: size, format, images }));
  }
  return drawn;
}
