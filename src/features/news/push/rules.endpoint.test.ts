import { expect, it } from 'vitest';
import { endpointProblem, hostOf, normalEndpoint } from './rules.ts';

it.each([
  'https://fcm.googleapis.com/fcm/send/abc:def',
  'https://updates.push.services.mozilla.com/wpush/v2/gAAA',
  'https://web.push.apple.com/QO-x?y=1',
  'https://push.example.org:443/x',
])('accepts %s', (endpoint) => expect(endpointProblem(endpoint)).toBeNull());

it.each([
  ['', 'is not an address'],
  ['push.example.org', 'is not an address'],
  ['http://push.example.org/x', 'is not an https address'],
  ['ftp://push.example.org/x', 'is not an https address'],
  ['javascript:alert(1)', 'is not an https address'],
  ['https://rosa@push.example.org/x', 'names a user'],
  ['https://:secret@push.example.org/x', 'names a user'],
  ['https://push.example.org:8443/x', 'is on another port than 443'],
  ['https://localhost/x', 'has no domain name'],
  ['https://intranet/x', 'has no domain name'],
  ['https://127.0.0.1/x', 'has no domain name'],
  ['https://8.8.8.8/x', 'has no domain name'],
  ['https://0x7f.1/x', 'has no domain name'],
  ['https://2130706433/x', 'has no domain name'],
  ['https://[::1]/x', 'has no domain name'],
  ['https://[::ffff:10.0.0.1]/x', 'has no domain name'],
  ['https://push.example.org./x', 'has no domain name'],
  ['https://.example.org/x', 'has no domain name'],
  ['https://push..example.org/x', 'has no domain name'],
  ['https://push_.example.org/x', 'has no domain name'],
  ['https://push.localhost/x', 'has no domain name'],
  ['https://printer.local/x', 'has no domain name'],
  ['https://metadata.google.internal/x', 'has no domain name'],
  ['http://127.0.0.1:4920/x', 'is not an https address'],
])('says of %s that it %s', (endpoint, problem) => expect(endpointProblem(endpoint)).toBe(problem));

it.each([
  'https://push.example.org/send/abc#1',
  'HTTPS://PUSH.example.org/send/abc',
  'https://push.example.org:443/send/./abc',
  'https:push.example.org/send/abc',
])('takes %s for the address that is asked', (endpoint) =>
  expect(normalEndpoint(endpoint)).toBe('https://push.example.org/send/abc'),
);

it('accepts this machine where the setting allows it, and nothing else besides', () => {
  expect(endpointProblem('http://127.0.0.1:4920/x', true)).toBeNull();
  for (const host of ['localhost', '10.0.0.1', '127.0.0.2', '[::1]'])
    expect(endpointProblem(`http://${host}/x`, true)).not.toBeNull();
});

it.each([
  ['https://fcm.googleapis.com/fcm/send/x', 'fcm.googleapis.com'],
  ['https://a.b.push.example.org/x', 'a.b.push.example.org'],
  ['http://127.0.0.1:4920/x', '127.0.0.1:4920'],
])('takes the push service of %s for %s', (endpoint, host) => expect(hostOf(endpoint)).toBe(host));
