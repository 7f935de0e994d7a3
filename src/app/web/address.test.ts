import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mendedAddress } from './address.ts';

it.each([
  ['/join%23ABCD2345', '/join#ABCD2345'],
  ['/join%23ABCD2345?fbclid=x1', '/join#ABCD2345'],
  ['/join#ABCD2345.', '/join#ABCD2345'],
  ['/join#ABCD2345%29', '/join#ABCD2345'],
  ['/join#ABCD2345/', '/join#ABCD2345'],
  ['/Join', '/join'],
  ['/details%', '/details'],
  ['/rooms).', '/rooms'],
  ['/JOIN/#ABCD2345', '/join#ABCD2345'],
  ['//join', '/join'],
  ['/join//', '/join'],
  ['/join,', '/join'],
  ['/schedule%E2%80%9D', '/schedule'],
  ['/%29', '/'],
  ['/admin%23link=a_b-', '/admin#link=a_b-'],
  ['/admin%23link%3Da_b-', '/admin#link=a_b-'],
  ['/admin#link%3Da_b-).', '/admin#link=a_b-'],
  ['/check-in%3Ftoken=1.check-in.e.1.a_b-', '/check-in?token=1.check-in.e.1.a_b-'],
  ['/check-in%3Ftoken%3D1.check-in.e.1.a?fbclid=x', '/check-in?token=1.check-in.e.1.a&fbclid=x'],
  ['/check-in?token=1.check-in.e.1.a_b-.', '/check-in?token=1.check-in.e.1.a_b-'],
  ['/%3Fevent=e1', '/?event=e1'],
  ['/?event=e1)', '/?event=e1'],
  ['/?event=e1%E2%80%A6', '/?event=e1'],
  ['/?event=e1&amp;view=bracket', '/?event=e1&view=bracket'],
])('mends %s to %s', (address, mended) => expect(mendedAddress(address)).toBe(mended));

it.each([
  '/',
  '/join',
  '/join/',
  '/join#ABCD2345',
  '/admin#link=a_b-',
  '/check-in?token=1.check-in.e.1.a_b-',
  '/?q=what%3F',
  '/?q=d.&type=board-game&fits=20251113T1800Z-20251113T2000Z',
  '/display?rotate=30&events=a%2Cb',
  '/details#faq',
  '/nowhere%23CODE',
  '//evil.example/join',
  '/%zz',
  '/rooms/100%25%20fun',
  '/rooms/Bar%3F%20%231%20%26%20co.',
  '/rooms/%F0%9F%8E%B2',
  '/rooms/%20',
  '/rooms/%',
  `/join${'.'.repeat(600)}`,
])('leaves %s as it is', (address) => expect(mendedAddress(address)).toBeNull());

it('leads to a screen of ours, needs no second mend, and never throws', () => {
  const part = fc.constantFrom(
    '/',
    '//',
    'join',
    'Check-in',
    '%23',
    '%3F',
    '#',
    '?',
    'token=a',
    '&amp;',
    '.',
    '%29',
    '%',
    '\\',
    '\u00e9',
    ' ',
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const mended = mendedAddress(`/${parts.join('')}`);
      if (mended === null) return;
      expect(mended).toMatch(/^\/(join|check-in)?([?#][!-~]*)?$/);
      expect(mendedAddress(mended)).toBeNull();
    }),
  );
});
