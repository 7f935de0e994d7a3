import { PNG } from 'pngjs';
import { create } from 'qrcode';
import { expect, it } from 'vitest';
import { scanned } from '#testing/camera.ts';
import { longestTurn } from '#testing/turns.ts';
import { POSTER_SCALE, qrCode, SCREEN_SCALE } from './qr-code.ts';

/** A check-in code of the longest host. */
const LONGEST = `https://${'a'.repeat(260)}/check-in?token=${'b'.repeat(60)}`;

it.each([
  ['https://a.example', SCREEN_SCALE],
  ['https://a.example', POSTER_SCALE],
  [LONGEST, SCREEN_SCALE],
  ['https://a.example', 3],
])('draws each module in whole pixels, black on white', async (address, scale) => {
  const drawn = await qrCode(address, scale);
  const { data, size } = create(address, { errorCorrectionLevel: 'M' }).modules;
  expect(scanned(drawn)).toEqual({ text: address, width: (size + 8) * scale });
  const image = PNG.sync.read(Buffer.from(drawn.slice(drawn.indexOf(',') + 1), 'base64'));
  const wrong = [];
  for (let at = 0; at < image.width * image.height; at += 1) {
    const [x, y] = [at % image.width, Math.floor(at / image.width)].map((pixel) => Math.floor(pixel / scale) - 4);
    const isInside = x !== undefined && y !== undefined && x >= 0 && y >= 0 && x < size && y < size;
    const colour = isInside && data[y * size + x] === 1 ? 0 : 255;
    if (image.data[at * 4] !== colour || image.data[at * 4 + 3] !== 255) wrong.push([x, y]);
  }
  expect(wrong).toEqual([]);
});

// Four times the limit in docs/security.md, because a test machine is slow.
it('holds the event loop for less than 20 ms', async () => {
  const turns = [];
  for (let round = 0; round < 5; round += 1) turns.push(await longestTurn(() => qrCode(LONGEST, POSTER_SCALE)));
  expect(Math.min(...turns)).toBeLessThan(20);
});
