import { expect, it } from 'vitest';
import { scanned } from '#testing/camera.ts';
import { qrCode } from './codes.ts';

/** A check-in code of the longest host. */
const LONGEST = `https://${'a'.repeat(260)}/check-in?token=${'b'.repeat(60)}`;

it.each([
  ['https://a.example', 25],
  [LONGEST, 73],
])('draws each module of a code in twenty pixels, with the quiet zone around', async (address, modules) => {
  expect(scanned(await qrCode(address))).toEqual({ text: address, width: (modules + 8) * 20 });
});

it('draws one code at a time, and refuses the 22nd of those that are asked for at once', async () => {
  const asked = await Promise.allSettled(Array.from({ length: 22 }, () => qrCode('https://a.example')));
  expect(asked.map(({ status }) => status).filter((status) => status === 'rejected')).toHaveLength(1);
});
