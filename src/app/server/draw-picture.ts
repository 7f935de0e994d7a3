import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Node, Renderer } from '@takumi-rs/core';
import { HERO_SUN, sunPath, wavePath } from '#platform/scene.ts';
import { atFirstUse } from '#platform/server/turns.ts';

/** Every service takes this size. */
export const PICTURE = { width: 1200, height: 630 } as const;

/** All drawable (link-pictures.ts). Empty lines are left out. */
export type PictureWords = {
  readonly over: string;
  readonly title: string;
  readonly when: string;
  readonly where: string;
};

const SKY = 'linear-gradient(#120d33, #2a1450 40%, #7a2a63 70%, #e35d5b 86%, #ffb057 94%)';
const WAVES = [
  { colour: '#2b2b6a', tops: [536, 528, 520, 528, 536, 544, 536] },
  { colour: '#1d2257', tops: [560, 568, 576, 584, 576, 568, 560] },
  { colour: '#0b1026', tops: [600, 592, 584, 592, 600, 608, 600] },
];
const SCENE =
  `<svg xmlns="http://www.w3.org/2000/svg" width="${PICTURE.width}" height="${PICTURE.height}" shape-rendering="crispEdges">` +
  '<linearGradient id="sun" x2="0" y2="1"><stop stop-color="#fff0b3"/><stop offset=".5" stop-color="#ffc24d"/>' +
  '<stop offset="1" stop-color="#ff6f61"/></linearGradient>' +
  '<path fill="#fff3d6" d="M80 30h5v5h-5zM300 18h4v4h-4zM520 34h4v4h-4zM812 44h5v5h-5zM1010 90h4v4h-4zM1130 40h5v5h-5z"/>' +
  `<path fill="url(#sun)" transform="translate(800 190) scale(7)" d="${sunPath(HERO_SUN.rows, HERO_SUN.gaps)}"/>` +
  `${WAVES.map(({ colour, tops }) => `<path fill="${colour}" d="${wavePath([...tops, ...tops], 88, 630)}"/>`).join('')}</svg>`;

const FONTS = [
  ['Pixels', 'jersey-20/files/jersey-20-latin-400-normal.woff2'],
  ['Pixels', 'jersey-20/files/jersey-20-latin-ext-400-normal.woff2'],
  ['Letters', 'atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-600-normal.woff2'],
  ['Letters', 'atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-ext-600-normal.woff2'],
] as const;

/** Most servers on a laptop never draw a picture, and the renderer takes memory. */
const renderer = atFirstUse(async (): Promise<Renderer> => {
  const { Renderer, setGlyphCacheMaxBytes } = await import('@takumi-rs/core');
  setGlyphCacheMaxBytes(1024 * 1024);
  const opened = new Renderer({ cacheMaxBytes: 4 * 1024 * 1024 });
  for (const [name, file] of FONTS) {
    const data = await readFile(fileURLToPath(import.meta.resolve(`@fontsource/${file}`)));
    await opened.registerFont({ name, data });
  }
  return opened;
});

const line = (text: string, style: NonNullable<Node['style']>): Node[] =>
  text === '' ? [] : [{ type: 'text', text, style }];

/** Titles longer than three lines end in an ellipsis. */
const titleSize = ({ length }: string): number => (length > 60 ? 68 : length > 30 ? 84 : 112);
const CUT = { overflow: 'hidden', textOverflow: 'ellipsis', overflowWrap: 'anywhere' } as const;
const PIXELS = 'Pixels, Letters';

const picture = ({ over, title, when, where }: PictureWords): Node => ({
  type: 'container',
  style: { ...PICTURE, display: 'flex', position: 'relative', backgroundImage: SKY },
  children: [
    { type: 'image', src: 'scene', style: { ...PICTURE, position: 'absolute' } },
    {
      type: 'container',
      style: { display: 'flex', flexDirection: 'column', padding: '64px 72px', gap: 22, width: 868, color: '#fff3d6' },
      children: [
        ...line(over, { ...CUT, fontFamily: PIXELS, fontSize: 44, lineClamp: 1, color: '#ffb84d' }),
        ...line(title, { ...CUT, fontFamily: PIXELS, fontSize: titleSize(title), lineHeight: 0.9, lineClamp: 3 }),
        ...line(when, { ...CUT, fontFamily: 'Letters', fontSize: 40, lineClamp: 1 }),
        ...line(where, { ...CUT, fontFamily: 'Letters', fontSize: 40, lineClamp: 1 }),
      ],
    },
  ],
});

/** A PNG, laid out and packed on another thread. */
export async function drawPicture(words: PictureWords): Promise<Buffer> {
  const images = [{ src: 'scene', data: Buffer.from(SCENE) }];
  return (await renderer()).render(picture(words), { ...PICTURE, format: 'png', images });
}
