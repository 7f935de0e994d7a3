import { expect, it } from 'vitest';
import { scanned } from '#testing/camera.ts';
import { POSTER_SCALE, qrCode, SCREEN_SCALE } from './qr-code.ts';

/** A check-in code of the longest host. */
const LONGEST = `https://${'a'.repeat(260)}/check-in?token=${'b'.repeat(60)}`;

it.each([
  ['https://a.example', SCREEN_SCALE, 25],
  ['https://a.example', POSTER_SCALE, 25],
  [LONGEST, SCREEN_SCALE, 73],
])('draws each module in whole pixels, with the quiet zone around', async (address, scale, modules) => {
  expect(scanned(await qrCode(address, scale))).toEqual({ text: address, width: (modules + 8) * scale });
});
