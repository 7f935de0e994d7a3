import { expect, it } from 'vitest';
import { matches } from './etag.ts';

it.each(['"a-b"', 'W/"a-b"', '"x", "a-b"', '"x,y",W/"a-b" , "z"', '*'])('matches If-None-Match: %s', (sent) => {
  expect(matches(sent, '"a-b"')).toBe(true);
});

it.each([undefined, '', '"x"', 'a-b', 'w/"a-b"', 'W/W/"a-b"', '"a-b', '"x", W/"a-bc"', ',,'])(
  'does not match If-None-Match: %s',
  (sent) => {
    expect(matches(sent, '"a-b"')).toBe(false);
  },
);
