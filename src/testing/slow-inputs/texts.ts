/** Slow inputs of what one request of the usual size holds: names, texts, links, times, JSON, headers. */
import { readCode } from '#features/check-in/rules/codes.ts';
import { Registration } from '#features/rsvps/contract.ts';
import { email, id, link, moment, text } from '#platform/contract.ts';
import { cleanName, looseKey, nameKey } from '#platform/names.ts';
import { readCookies } from '#platform/server/caller.ts';
import { acceptedEncoding } from '#platform/server/entry.ts';
import { checkJson } from '#platform/server/json.ts';
import { networkOf } from '#platform/server/network.ts';
import { parseBody } from '#platform/server/parse.ts';
import { parseZoned } from '#platform/time.ts';
import { repeated, type SlowInput, slowInputs } from './slow-input.ts';

const KIB = 1024;
/** Marks in the reverse of their canonical order: each moves past all before it. */
const marks = (size: number): string =>
  ['\u0345', '\u0301', '\u0323'].map((mark) => mark.repeat(Math.floor(size / 3))).join('');

const NAMES = {
  'marks in the wrong order': marks,
  'letters that become 18': (size: number) => repeated('ﷺ', size),
  'letters of two scripts': (size: number) => repeated('Aаνб', size),
  'emoji joined to one': (size: number) => repeated('👩🏽‍', size),
  'flags that never end': (size: number) => repeated('\u{1f3f4}\u{e0067}', size),
  'white space': (size: number) => `a${repeated(' \u2003', size - 2)}b`,
};

const names = [
  ...slowInputs({ parser: 'name', largest: '500 code units', size: 500, read: cleanName }, NAMES),
  ...slowInputs({ parser: 'name key', largest: '500 code units', size: 500, read: nameKey }, NAMES),
  ...slowInputs({ parser: 'loose key, search', largest: '500 code units', size: 500, read: looseKey }, NAMES),
  // Texts beyond the limit, which must be refused by their length.
  ...slowInputs({ parser: 'name, refused', largest: '16 KiB body', size: 7800, read: cleanName }, NAMES),
];

const schemas = [
  ...slowInputs(
    { parser: 'text', largest: '2,500 characters', size: 2500, read: (raw: string) => text(2000).safeParse(raw) },
    { 'white space inside': (size) => `a${' '.repeat(size - 2)}b`, 'half surrogates': (size) => '\ud800'.repeat(size) },
  ),
  ...slowInputs(
    { parser: 'link', largest: '500 characters', size: 490, read: (raw: string) => link().safeParse(raw) },
    {
      'marks in the host': (size) => `http://${marks(size)}`,
      'a host of many labels': (size) => `http://${repeated('ß.', size)}`,
      'a user name': (size) => `http://${repeated('@', size)}`,
    },
  ),
  ...slowInputs(
    { parser: 'email', largest: '254 characters', size: 254, read: (raw: string) => email().safeParse(raw) },
    {
      dots: (size) => repeated('a.', size),
      hyphens: (size) => `a@${repeated('a-', size - 2)}`,
      quotes: (size) => repeated("'+", size),
    },
  ),
  ...slowInputs(
    { parser: 'moment', largest: '40 characters', size: 40, read: (raw: string) => moment().safeParse(raw) },
    { 'a long fraction': (size) => `2025-11-14T10:00:00.${'1'.repeat(Math.max(1, size - 21))}Z` },
  ),
  ...slowInputs(
    {
      parser: 'id, check-in code',
      largest: '16 KiB body',
      size: 16_000,
      read: (raw: string) => [id().safeParse(raw), readCode(raw)],
    },
    { 'no end': (size) => 'a'.repeat(size), 'nearly a code': (size) => `1.check-in.${'a'.repeat(size)}` },
  ),
  ...slowInputs(
    {
      parser: 'typed time',
      largest: '16 characters',
      size: 1,
      read: () => parseZoned('2011-12-30T00:00', 'Pacific/Apia'),
    },
    { 'a day that a zone skipped': () => '' },
  ),
];

const object = (members: string): string => `{"eventId":"e","playerName":"Alex",${members}}`;
const JSON_BODIES = {
  'lists in lists': (size: number) => '['.repeat(size / 2) + ']'.repeat(size / 2),
  'many small objects': (size: number) => object(`"more":[${repeated('{},', size - 50)}{}]`),
  'many fields': (size: number) =>
    object(Array.from({ length: Math.floor(size / 12) }, (_, index) => `"k${index}":1`).join(',')),
  'escaped letters': (size: number) => object(`"more":"${repeated('\\u0041', Math.floor((size - 60) / 6) * 6)}"`),
};

const requests = [
  ...slowInputs(
    {
      ...{ parser: 'JSON of a request', largest: '16 KiB', size: 16 * KIB },
      read: (raw: string) => {
        checkJson(Buffer.from(raw));
        return parseBody(Registration, JSON.parse(raw));
      },
    },
    JSON_BODIES,
  ),
  ...slowInputs(
    { parser: 'Accept-Encoding', largest: '16 KiB head', size: 15 * KIB, read: acceptedEncoding },
    {
      'white space': (size) => `gzip;${' '.repeat(size)}q=1`,
      'weights of nothing': (size) => repeated('br;q=0.', size),
      zeros: (size) => `gzip;q=0.${'0'.repeat(size)}1`,
    },
  ),
  ...slowInputs(
    { parser: 'Cookie', largest: '16 KiB head', size: 15 * KIB, read: readCookies },
    {
      'many cookies': (size) => repeated('a=b;', size),
      'malformed escapes under many names': (size) =>
        Array.from({ length: Math.floor(size / 9) }, (_, index) => `${1000 + index}=%E0`).join(';'),
      'escaped letters': (size) => `a=${repeated('%41', Math.floor(size / 3) * 3)}`,
      semicolons: (size) => ';'.repeat(size),
    },
  ),
  ...slowInputs(
    {
      parser: 'query',
      largest: '16 KiB head',
      size: 15 * KIB,
      read: (query: string) => [...new URLSearchParams(query)],
    },
    { 'many keys': (size) => repeated('a&', size), 'escaped letters': (size) => `q=${repeated('%41', size)}` },
  ),
  ...slowInputs(
    {
      parser: 'address of a caller',
      largest: '16 KiB head',
      size: 15 * KIB,
      read: (address: string) => networkOf(address),
    },
    {
      colons: (size) => ':'.repeat(size),
      groups: (size) => repeated('f:', size),
      dots: (size) => repeated('1.', size),
    },
  ),
];

export const TEXTS: readonly SlowInput[] = [...names, ...schemas, ...requests];
