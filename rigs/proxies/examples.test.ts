import { expect, it } from 'vitest';
import { caddyfile, caddyVariables, nginxSite, replaceEach } from './examples.ts';

const PLACE = { http: 8080, https: 8443, instances: [3001, 3002] };

it('puts both instances and no port of the example into nginx’s file', () => {
  const site = nginxSite(PLACE, '/certificates');
  expect(site).toContain('    server 127.0.0.1:3001 max_fails=0;\n    server 127.0.0.1:3002 max_fails=0;');
  expect(site).not.toMatch(/\b(80|443|3000)\b|letsencrypt/);
});

it('changes nothing of the Caddyfile but its first lines', () => {
  const [, ...rest] = caddyfile(PLACE).split('https_port 8443\n');
  expect(rest.join('')).toMatch(
    /^\tservers \{[\s\S]*\{\$ADDRESS:games\.example\.org\} \{[\s\S]*\{\$INSTANCES:127\.0\.0\.1:3000\} \{/,
  );
  expect(caddyVariables(PLACE).INSTANCES).toBe('127.0.0.1:3001 127.0.0.1:3002');
});

it('throws when an example has lost what is to be replaced', () => {
  expect(() => replaceEach('listen 8080;', [['listen 80;', 'x']])).toThrow('the example no longer has: listen 80;');
});
