import { expect, it } from 'vitest';
import { aPicture } from '#testing/factories.ts';
import { measurePicture } from './commands.ts';
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

it.each([
  ['a PNG', pngOf(8000, 8000), { mediaType: 'image/png', width: 8000, height: 8000 }],
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
  ['a picture too large', Buffer.concat([aPicture(), Buffer.alloc(PICTURE.bytes)]), 'TOO_LARGE'],
])('a picture is not: %s', (_, bytes, code) =>
  expect(() => measurePicture(bytes)).toThrow(expect.objectContaining({ code })),
);

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
