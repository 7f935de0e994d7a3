import { Transformer } from '@napi-rs/image';
import { expect, it } from 'vitest';
import { aPicture } from '#testing/factories.ts';
import { measurePicture, preparePicture } from './commands.ts';
import { checkPictures } from './duties.ts';
import { PICTURE } from './limits.ts';

/** A PNG whose header says this size. */
function pngOf(width: number, height: number): Buffer {
  const png = aPicture();
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  return png;
}
const JPEG = Buffer.from('ffd8ffe000104a46494600010100000100010000ffc0000b080003000501011100ffd9', 'hex');
const WEBP = Buffer.from('524946461a000000574542505650384c0d0000002f00000010071011118888fe0700', 'hex');

/** The Exif of a phone: to be turned by a quarter, its maker, and where it was. */
const EXIF = Buffer.from(
  '/+EArEV4aWYAAElJKgAIAAAAAwAPAQIADAAAADIAAAASAQMAAQAAAAYAAAAliAQAAQAAAD4AAAAAAAAAS2FtZXJhIEVpbnMABAABAAIAAgAAAE4AAAAC' +
    'AAUAAwAAAHQAAAADAAIAAgAAAEUAAAAEAAUAAwAAAIwAAAAAAAAANAAAAAEAAAAfAAAAAQAAANIEAABkAAAADQAAAAEAAAAYAAAAAQAAAC4WAABkAAAA',
  'base64',
);

/** A JPEG of 600 × 400, which is a portrait. */
async function rotatedPhoto(): Promise<Buffer> {
  const pixels = new Uint8Array(600 * 400 * 4).map((_, at) => (at * 7) % 256);
  const jpeg = await Transformer.fromRgbaPixels(pixels, 600, 400).jpeg(80);
  return Buffer.concat([jpeg.subarray(0, 2), EXIF, jpeg.subarray(2)]);
}
const photo = await rotatedPhoto();

it.each([
  ['a PNG', pngOf(8000, 3125), { mediaType: 'image/png', width: 8000, height: 3125 }],
  ['a JPEG', JPEG, { mediaType: 'image/jpeg', width: 5, height: 3 }],
  ['a WebP', WEBP, { mediaType: 'image/webp', width: 1, height: 1 }],
])('a picture is known by its bytes: %s', (_, bytes, measured) => expect(measurePicture(bytes)).toEqual(measured));

it.each([
  ['nothing', Buffer.alloc(0), 'BAD_INPUT'],
  ['text', Buffer.from('<script>alert(1)</script>'), 'BAD_INPUT'],
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="5" height="5"/>'), 'BAD_INPUT'],
  ['a GIF', Buffer.from('47494638396101000100800000', 'hex'), 'BAD_INPUT'],
  ['a PNG that ends in its header', aPicture().subarray(0, 12), 'BAD_INPUT'],
  ['a PNG without width', pngOf(0, 5), 'BAD_INPUT'],
  ['a PNG too wide', pngOf(8001, 5), 'BAD_INPUT'],
  ['a PNG too high', pngOf(5, 8001), 'BAD_INPUT'],
  ['a PNG of too many pixels', pngOf(8000, 3126), 'BAD_INPUT'],
  ['a picture too large', Buffer.concat([aPicture(), Buffer.alloc(PICTURE.bytes)]), 'TOO_LARGE'],
])('a picture is not: %s', (_, bytes, code) =>
  expect(() => measurePicture(bytes)).toThrow(expect.objectContaining({ code })),
);

it('turns a photo upright and drops where it was taken, and by which camera', async () => {
  const stored = await preparePicture(photo);
  expect(stored).toMatchObject({ mediaType: 'image/webp', width: 400, height: 600 });
  const { exif } = await new Transformer(stored.bytes).metadata(true);
  expect(exif ?? null).toBeNull();
  for (const word of ['Exif', 'EXIF', 'GPS', 'Kamera']) expect(Buffer.from(stored.bytes).includes(word)).toBe(false);
});

it('stores a logo without loss, with what is transparent', async () => {
  const stored = await preparePicture(aPicture());
  const pixels = async (bytes: Uint8Array) => [...(await new Transformer(bytes).rawPixels())];
  expect(await pixels(stored.bytes)).toEqual(await pixels(aPicture()));
});

it('stores no side longer than a big screen has', async () => {
  const wide = await Transformer.fromRgbaPixels(new Uint8Array(5000 * 10 * 4).fill(200), 5000, 10).png();
  expect(await preparePicture(wide)).toMatchObject({ width: 3840, height: 8 });
});

it('stores noise in a megabyte, so that twenty pictures fit into a festival’s file', async () => {
  let seed = 1;
  const pixels = new Uint8Array(1200 * 900 * 4).map(() => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed >> 16;
  });
  const noisy = await Transformer.fromRgbaPixels(pixels, 1200, 900).jpeg(85);
  expect(noisy.length).toBeGreaterThan(1024 * 1024);
  expect((await preparePicture(noisy)).bytes.length).toBeLessThanOrEqual(1024 * 1024);
});

it('keeps the bytes of a picture that was stored before, and not those of a WebP with a camera’s data', async () => {
  const { bytes } = await preparePicture(photo);
  expect((await preparePicture(bytes)).bytes).toBe(bytes);
  const marked = Buffer.concat([bytes, Buffer.from('EXIF\x04\0\0\0GPS!', 'latin1')]);
  marked.writeUInt32LE(marked.length - 8, 4);
  expect(Buffer.from((await preparePicture(marked)).bytes).includes('GPS')).toBe(false);
});

const noise = Buffer.from(Array.from({ length: 3000 }, (_, at) => (at * at * 31 + at * 17) % 251));
it.each([
  ['a PNG that was cut', aPicture().subarray(0, 60)],
  ['a JPEG that was cut', photo.subarray(0, photo.length - 40)],
  ['a JPEG without its end', photo.subarray(0, photo.length - 2)],
  ['a JPEG of noise', Buffer.concat([photo.subarray(0, 1500), noise])],
  ['a WebP that was cut', WEBP.subarray(0, 30)],
])('refuses %s', async (_, bytes) => {
  await expect(preparePicture(bytes)).rejects.toMatchObject({ code: 'BAD_INPUT' });
});

it('checks the pictures of a festival’s file by their bytes, and that each is there once', () => {
  const picture = (id: string, bytes = aPicture()) => ({
    id,
    base64: bytes.toString('base64'),
    createdAt: '2025-11-14T12:00:00.000Z',
  });
  const check = (...pictures: ReturnType<typeof picture>[]) => checkPictures({ pictures })?.code ?? null;
  expect(check(picture('a'), picture('b'))).toBeNull();
  expect(check(picture('a'), picture('a'))).toBe('BAD_INPUT');
  expect(check(picture('a', Buffer.from('text')))).toBe('BAD_INPUT');
});
