import { expect, it } from 'vitest';
import { acceptedEncoding, matchesEtag } from './cache.ts';

it.each(['"a-b"', 'W/"a-b"', '"x", "a-b"', '"x,y",W/"a-b" , "z"', '*'])('matches If-None-Match: %s', (sent) => {
  expect(matchesEtag(sent, '"a-b"')).toBe(true);
});

it.each([undefined, '', '"x"', 'a-b', 'w/"a-b"', 'W/W/"a-b"', '"a-b', '"x", W/"a-bc"', ',,'])(
  'does not match If-None-Match: %s',
  (sent) => {
    expect(matchesEtag(sent, '"a-b"')).toBe(false);
  },
);

it.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br', 'br'],
  ['gzip;q=1.0, br;q=0', 'gzip'],
  ['br;q=0.5', 'br'],
  ['br; q=0.000, gzip; q=0', 'identity'],
  ['br ;q=0 , gzip', 'gzip'],
  ['deflate', 'identity'],
] as const)('picks from %j the encoding %s', (header, encoding) => {
  expect(acceptedEncoding(header)).toBe(encoding);
});
