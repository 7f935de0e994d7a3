import { crc32 } from 'node:zlib';
import { compressJpeg, Transformer } from '@napi-rs/image';
import { expect, it } from 'vitest';
import { aPicture } from '#testing/factories.ts';
import { measurePicture, preparePicture } from './commands.ts';
import { checkPictures } from './duties.ts';
import { PICTURE } from './rules.ts';

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
  expect(await preparePicture(wide)).toMatchObject({ width: 3840, height: 7 });
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
    name: '',
    base64: bytes.toString('base64'),
    createdAt: '2025-11-14T12:00:00.000Z',
  });
  const check = (...pictures: ReturnType<typeof picture>[]) => checkPictures({ pictures })?.code ?? null;
  expect(check(picture('a'), picture('b'))).toBeNull();
  expect(check(picture('a'), picture('a'))).toBe('BAD_INPUT');
  expect(check(picture('a', Buffer.from('text')))).toBe('BAD_INPUT');
});

/** A WebP whose length is right, with more bytes at its end. */
function withMore(webp: Uint8Array, more: Uint8Array): Buffer {
  const longer = Buffer.concat([webp, more]);
  longer.writeUInt32LE(longer.length - 8, 4);
  return longer;
}

/** Exif that says: turn it by a quarter. */
const QUARTER_TURN = Buffer.from('4d4d002a0000000800010112000300000001000600000000000000', 'hex');

it('turns a PNG upright by its eXIf chunk', async () => {
  const png = await Transformer.fromRgbaPixels(new Uint8Array(4 * 2 * 4).fill(90), 4, 2).png();
  const chunk = Buffer.concat([Buffer.alloc(4), Buffer.from('eXIf'), QUARTER_TURN, Buffer.alloc(4)]);
  chunk.writeUInt32BE(QUARTER_TURN.length);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4);
  const turned = Buffer.concat([png.subarray(0, -12), chunk, png.subarray(-12)]);
  expect(await preparePicture(turned)).toMatchObject({ width: 2, height: 4 });
});

it('turns a WebP upright by its EXIF chunk', async () => {
  const { bytes } = await preparePicture(await Transformer.fromRgbaPixels(new Uint8Array(4 * 2 * 4), 4, 2).png());
  const chunk = Buffer.concat([Buffer.from('EXIF\0\0\0\0'), QUARTER_TURN, Buffer.alloc(1)]);
  chunk.writeUInt32LE(QUARTER_TURN.length, 4);
  expect(await preparePicture(withMore(bytes, chunk))).toMatchObject({ width: 2, height: 4 });
});

it('takes a JPEG with fill bytes before its parts', async () => {
  const filled = Buffer.concat([photo.subarray(0, 2), Buffer.from('ffff', 'hex'), photo.subarray(2)]);
  expect(await preparePicture(filled)).toMatchObject({ width: 400, height: 600 });
});

it.each([0.3, 0.6, 0.9])('refuses a JPEG of which %d is left, with an end mark', async (share) => {
  const cut = Buffer.concat([photo.subarray(0, photo.length * share), Buffer.from('ffd9', 'hex')]);
  await expect(preparePicture(cut)).rejects.toMatchObject({ code: 'BAD_INPUT' });
});

it('refuses a progressive JPEG that was cut, with an end mark, and takes it whole', async () => {
  const progressive = await compressJpeg(photo, { optimizeScans: true });
  expect(progressive.includes(Buffer.from('ffc2', 'hex'))).toBe(true);
  expect(await preparePicture(progressive)).toMatchObject({ mediaType: 'image/webp' });
  const cut = Buffer.concat([progressive.subarray(0, progressive.length * 0.6), Buffer.from('ffd9', 'hex')]);
  await expect(preparePicture(cut)).rejects.toMatchObject({ code: 'BAD_INPUT' });
});

it.each([1, 2, 3, 4])('refuses a WebP that was cut by %d bytes', async (count) => {
  const { bytes } = await preparePicture(photo);
  await expect(preparePicture(bytes.subarray(0, -count))).rejects.toMatchObject({ code: 'BAD_INPUT' });
});

it('drops from a WebP a chunk that no decoder reads', async () => {
  const { bytes } = await preparePicture(photo);
  const stored = await preparePicture(withMore(bytes, Buffer.from('GPS?\x08\0\0\0at home!', 'latin1')));
  expect(Buffer.from(stored.bytes).includes('at home!')).toBe(false);
});

it('refuses a PNG of 16 bits with more pixels than memory is for, and says how many it may have', () => {
  const png = pngOf(5000, 2501);
  png[24] = 16;
  expect(() => measurePicture(png)).toThrow('A PNG of 16 bits may be 8000 pixels wide and high, and have 12.5 million');
});
