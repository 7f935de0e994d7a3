import { expect, it } from 'vitest';
import { decode } from './decode.ts';

const utf8 = (text: string) => [...new TextEncoder().encode(text)];
const decoded = (...bytes: number[]) => decode(Uint8Array.from(bytes));
const E_ACUTE = { utf8: utf8('é'), windows: [0xe9], mac: [0x8e] };

it('the text of a file is decoded line by line when one line is not UTF-8', () => {
  const text = decoded(
    ...utf8('Jörg,42\r\nZo'),
    ...E_ACUTE.utf8,
    ...utf8('\r\nRen'),
    ...E_ACUTE.windows,
    ...utf8(',5\r\n'),
  );
  expect(text).toBe('Jörg,42\r\nZoé\r\nRené,5\r\n');
});

it('the text of a file is not taken for an old one when it has the sign of unknown bytes', () => {
  expect(decoded(...utf8('Zoé �\rB'))).toBe('Zoé �\rB');
  expect(decoded(...utf8('é �\nRen'), ...E_ACUTE.windows)).toBe('é �\nRené');
});

it('the text of a file has no byte-order mark, also when its first line is not UTF-8', () => {
  expect(decoded(0xef, 0xbb, 0xbf, ...utf8('a'))).toBe('a');
  expect(decoded(0xef, 0xbb, 0xbf, ...E_ACUTE.windows, ...utf8('\nö'))).toBe('é\nö');
});

it('the text of a file is what Macs wrote before when lines end with CR alone and it is not UTF-8', () => {
  expect(decoded(...utf8('Ren'), ...E_ACUTE.mac, 13, ...utf8('d'), 0xd5, ...utf8('a'))).toBe('René\rd’a');
  expect(decoded(...utf8('a\r"Ren'), ...E_ACUTE.mac, ...utf8('\nb"\r'))).toBe('a\r"René\nb"\r');
  expect(decoded(...utf8('René\rÖ'))).toBe('René\rÖ');
  expect(decoded(...utf8('Ren'), ...E_ACUTE.windows)).toBe('René');
});

it('the text of a file is UTF-16 by its byte-order mark', () => {
  expect(decoded(0xff, 0xfe, 0xe9, 0)).toBe('é');
  expect(decoded(0xfe, 0xff, 0, 0xe9)).toBe('é');
});
