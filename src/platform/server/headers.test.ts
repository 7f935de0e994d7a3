import { expect, it } from 'vitest';
import { securityHeaders } from './headers.ts';

it('allows this origin, the two hashed inline pieces, and nothing else', () => {
  const headers = securityHeaders({ scripts: ['sha256-AAA='], styles: ['sha256-BBB='] });
  const policy = Object.fromEntries(
    (headers['content-security-policy'] ?? '').split(';').map((part) => {
      const [name = '', ...sources] = part.trim().split(' ');
      return [name, sources];
    }),
  );
  expect(policy).toMatchObject({
    'default-src': ["'none'"],
    'script-src': ["'self'", "'sha256-AAA='"],
    'style-src': ["'self'", "'sha256-BBB='"],
    'connect-src': ["'self'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
  });
  expect(headers['content-security-policy']).not.toMatch(/unsafe|\*|https?:/);
  expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'same-origin' });
  expect(Object.keys(headers)).not.toContain('strict-transport-security');
});
