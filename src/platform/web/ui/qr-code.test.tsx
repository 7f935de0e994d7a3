import { screen } from '@testing-library/react';
import jsQR from 'jsqr';
import { expect, it } from 'vitest';
import { MARKS } from '#platform/build.ts';
import { renderInPage } from '#testing/page.tsx';
import { shownAddress } from '../page-build.ts';
import { drawCode } from './draw-code.ts';
import { QrCode } from './qr-code.tsx';

const PIXELS = 4;

/** Returns what a camera reads of a drawn code. */
function scannedPath(viewBox: string, dark: string): string | undefined {
  const [left = 0, , side = 0] = viewBox.split(' ').map(Number);
  const width = side * PIXELS;
  const light = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [, column, row, length] of dark.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)) {
    for (let y = 0; y < PIXELS; y += 1) {
      const start = ((Number(row) - left) * PIXELS + y) * width + (Number(column) - left) * PIXELS;
      for (let x = 0; x < Number(length) * PIXELS; x += 1) light.fill(0, (start + x) * 4, (start + x) * 4 + 3);
    }
  }
  return jsQR(light, width, width)?.data;
}

async function shownCode(): Promise<string | undefined> {
  const code = await screen.findByRole('img', { name: 'The code' });
  await expect.poll(() => code.querySelector('path')?.getAttribute('d') ?? '').not.toBe('');
  return scannedPath(code.getAttribute('viewBox') ?? '', code.querySelector('path')?.getAttribute('d') ?? '');
}

it.each([
  ['/join#ABCD', 'http://localhost:3000/join#ABCD'],
  ['http://10.0.0.5:3000/calendar/x.ics', 'http://localhost:3000/calendar/x.ics'],
  ['/', 'http://localhost:3000'],
])('draws a code of %s at the page’s own address without PUBLIC_URL', async (address, read) => {
  renderInPage(<QrCode address={address} label="The code" />);
  expect(await shownCode()).toBe(read);
});

it('draws a code at PUBLIC_URL where the page names it, whatever address the page was opened at', async () => {
  document.head.innerHTML = `<meta name="${MARKS.publicUrl}" content="https://games.example.org">`;
  renderInPage(<QrCode address="http://10.0.0.5:3000/calendar/x.ics" scheme="webcal" label="The code" />);
  expect(await shownCode()).toBe('webcal://games.example.org/calendar/x.ics');
});

it('draws a code of the longest link', () => {
  const address = `https://${'a'.repeat(240)}/helper#${'b'.repeat(43)}`;
  const { size, dark } = drawCode(address);
  expect(scannedPath(`-4 -4 ${size + 8} ${size + 8}`, dark)).toBe(address);
});

it.each([
  ['', 'https://xn--bcher-kva.example/join#AB', 'xn--bcher-kva.example/join#AB'],
  [`<meta name="${MARKS.publicHost}" content="bücher.example">`, 'https://xn--bcher-kva.example', 'bücher.example'],
])('shows an address with the letters that the page knows of its host: %s', (marks, address, shown) => {
  document.head.innerHTML = marks;
  expect(shownAddress(address)).toBe(shown);
});
