import { expect, it } from 'vitest';
import { linkProblem, withoutDot } from './links.ts';

it.each([
  'https://example.org',
  'http://example.org:8080/rules?by=@rosa#@top',
  'https://example.org/@rosa',
  'https://münchen.example/karte',
])('takes %j', (address) => expect(linkProblem(address)).toBeNull());

it.each([
  'https://bank.example@evil.example/',
  'https://bank.example:443@evil.example/',
  'https://:secret@evil.example/',
  'https://@evil.example/',
  'https://:@evil.example/',
  'https:bank.example@evil.example',
  'https:\\\\bank.example@evil.example',
  'https:\\\\@evil.example',
  // A browser ends the host at the backslash, people and some programs at the @.
  'https://bank.example\\@evil.example',
  'https://evil.example\\.bank.example@bank.example',
  'https:/\t/@evil.example',
  'https://bank.example%2f@evil.example/',
])('refuses the user name in %j', (address) => expect(linkProblem(address)).toBe('must not hold a user name'));

it.each(['javascript:alert(1)', 'ftp://example.org', 'example.org', 'https://', '//example.org', ''])(
  'refuses %j, which is not a web address',
  (address) => expect(linkProblem(address)).toBe('is not an http or https address'),
);

it('takes a dot off the host alone, once', () => {
  const origins = [
    'https://fest.example.',
    'http://fest.example.:8080',
    'https://fest.example..',
    'https://fest.example',
  ];
  expect(origins.map(withoutDot)).toEqual([
    ...['https://fest.example', 'http://fest.example:8080', 'https://fest.example..', 'https://fest.example'],
  ]);
});
