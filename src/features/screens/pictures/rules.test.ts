import { describe, expect, it } from 'vitest';
import { isStoredForm, PICTURE, pictureProblem, readJpeg, readOrientation, readWebp, sizeToStore } from './rules.ts';

it.each([
  [PICTURE.bytes, null],
  [2.5 * 1024 * 1024, 'A picture may have 2 MB. This one has 2.5 MB.'],
])('judges a file of %d bytes before it is sent', (size, problem) => {
  expect(pictureProblem({ size })).toBe(problem);
});

it.each([
  ['a large screen’s picture as it is', [3840, 2160], [3840, 2160]],
  ['a portrait as it is', [2160, 3840], [2160, 3840]],
  ['a phone’s photo with as many pixels as a 4K screen', [4032, 3024], [3325, 2494]],
  ['a banner with the width of a 4K screen', [7680, 500], [3840, 250]],
  ['a line with one pixel of height', [8000, 1], [3840, 1]],
  ['a line with one pixel of width', [1, 8000], [1, 3840]],
])('stores %s', (_, [width = 0, height = 0], [storedWidth, storedHeight]) => {
  expect(sizeToStore({ width, height })).toEqual({ width: storedWidth, height: storedHeight });
});

it('stores a picture that was stored before as it is', () => {
  for (let width = 100; width <= PICTURE.side; width += 97)
    for (let height = 100; height <= PICTURE.side; height += 89) {
      const size = sizeToStore({ width, height });
      expect(sizeToStore(size)).toEqual(size);
    }
});

describe('readOrientation', () => {
  const entry = (orientation: string) => `0112 0003 00000001 ${orientation} 0000`;
  const bytes = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex');
  it.each([
    ['big-endian Exif', `4d4d 002a 00000008 0001 ${entry('0008')}`, 8],
    ['little-endian Exif', '4949 2a00 08000000 0100 1201 0300 01000000 0600 0000', 6],
    ['the tag after another', `4d4d 002a 00000008 0002 010f 0002 00000001 41000000 ${entry('0003')}`, 3],
    ['Exif with its prefix, as some WebP have it', `457869660000 4d4d 002a 00000008 0001 ${entry('0002')}`, 2],
    ['an orientation that the standard does not have', `4d4d 002a 00000008 0001 ${entry('0009')}`, 1],
    ['no orientation', '4d4d 002a 00000008 0000', 1],
    ['more entries than there are', '4d4d 002a 00000008 ffff', 1],
    ['a directory outside', '4d4d 002a ffffffff 0001', 1],
    ['nothing', '', 1],
  ])('reads %s', (_, hex, orientation) => expect(readOrientation(bytes(hex))).toBe(orientation));
});

describe('readJpeg', () => {
  const FRAME = 'ffc0000b080003000501011100';
  const SCAN = 'ffda0008010100003f00 11ff0022';
  const read = (hex: string) => readJpeg(Buffer.from(hex.replaceAll(' ', ''), 'hex'));
  it('reads the size and where the end mark is', () =>
    expect(read(`ffd8 ${FRAME} ${SCAN} ffd9`)).toEqual({ width: 5, height: 3, orientation: 1, end: 29 }));
  it('skips fill bytes', () =>
    expect(read(`ffd8 ffff ${FRAME} ff ${SCAN} ffff ffd9`)).toMatchObject({ width: 5, height: 3, end: 34 }));
  it.each([
    ['without a scan', `ffd8 ${FRAME} ffd9`],
    ['without an end mark', `ffd8 ${FRAME} ${SCAN}`],
    ['with two sizes', `ffd8 ${FRAME} ${FRAME} ${SCAN} ffd9`],
    ['with bytes between its parts', `ffd8 00 ${FRAME} ${SCAN} ffd9`],
  ])('finds no end of a JPEG %s', (_, hex) => expect(read(hex).end).toBeNull());
});

/** A WebP of chunks; each is a name and its data. */
function webpOf(...chunks: readonly (readonly [string, readonly number[]])[]): Buffer {
  const parts = chunks.map(([name, data]) => {
    const part = Buffer.alloc(8 + data.length + (data.length % 2));
    part.write(name, 'latin1');
    part.writeUInt32LE(data.length, 4);
    part.set(data, 8);
    return part;
  });
  const webp = Buffer.concat([Buffer.from('RIFF\0\0\0\0WEBP'), ...parts]);
  webp.writeUInt32LE(webp.length - 8, 4);
  return webp;
}
const withLength = (webp: Buffer): Buffer => {
  webp.writeUInt32LE(webp.length - 8, 4);
  return webp;
};

describe('readWebp', () => {
  const webp = webpOf(['VP8 ', [1, 2, 3]], ['EXIF', [4, 5, 6, 7]]);
  it('reads chunks of odd length', () =>
    expect(readWebp(webp)?.map(({ name, data }) => [name, ...data])).toEqual([
      ['VP8 ', 1, 2, 3],
      ['EXIF', 4, 5, 6, 7],
    ]));
  it.each([
    ['cut by a byte', webp.subarray(0, -1)],
    ['cut by four bytes', webp.subarray(0, -4)],
    ['cut by a byte, with the length that it has', withLength(Buffer.from(webp.subarray(0, -1)))],
    ['with bytes behind it', Buffer.concat([webp, Buffer.from('GPS')])],
  ])('reads no WebP %s', (_, bytes) => expect(readWebp(bytes)).toBeNull());
});

const HEADER = [0x10, 0, 0, 0, 0, 0, 0, 0, 0, 0];
it.each([
  ['a lossy one', [['VP8 ', [1]]], true],
  ['a lossless one', [['VP8L', [1]]], true],
  [
    'a transparent one',
    [
      ['VP8X', HEADER],
      ['ALPH', [1]],
      ['VP8 ', [1]],
    ],
    true,
  ],
  [
    'with Exif',
    [
      ['VP8X', HEADER],
      ['VP8L', [1]],
      ['EXIF', [1]],
    ],
    false,
  ],
  [
    'with a chunk that nobody knows',
    [
      ['VP8L', [1]],
      ['GPS!', [1]],
    ],
    false,
  ],
  [
    'with a longer header',
    [
      ['VP8X', [...HEADER, 71, 80, 83, 33]],
      ['ALPH', [1]],
      ['VP8 ', [1]],
    ],
    false,
  ],
  [
    'an animation',
    [
      ['VP8X', [0x12, ...HEADER.slice(1)]],
      ['ANIM', [1]],
      ['ANMF', [1]],
    ],
    false,
  ],
  ['nothing', [], false],
] as const)('a WebP is stored unchanged or not: %s', (_, chunks, isStored) => {
  expect(isStoredForm(readWebp(webpOf(...chunks)) ?? [])).toBe(isStored);
});
