import { expect, it } from 'vitest';
import { LARGEST_FESTIVAL_MIB } from '#features/archive/limits.ts';
import { declaredEndpoints } from '#testing/contracts.ts';
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

/** Bytes that both examples let through for every other path. */
const SMALL = 64 * 1024;

it('lets large bodies through for each endpoint that takes them', async () => {
  const endpoints = (await declaredEndpoints()).filter(({ bodyLimit = 0 }) => bodyLimit > SMALL);
  expect(endpoints.length).toBeGreaterThan(4);
  const large = LARGEST_FESTIVAL_MIB + 1;
  const location = new RegExp(`location ~ (\\S+) \\{\\s+client_max_body_size ${large}m;`);
  const nginx = new RegExp(location.exec(nginxSite(PLACE, ''))?.[1] ?? '^$');
  expect(caddyfile(PLACE)).toContain(`max_size ${large}MiB`);
  // As long as the program takes a body that comes steadily.
  expect(caddyfile(PLACE)).toContain('read_body 10m');
  const [wide, small] = ['@large path', '@small not path'].map(
    (matcher) => new RegExp(`\\t${matcher} (.+)`).exec(caddyfile(PLACE))?.[1],
  );
  expect(small).toBe(wide);
  const caddy = wide?.split(' ').map((path) => new RegExp(`^${path.replace('*', '.*')}$`)) ?? [];
  for (const { route, bodyLimit = 0 } of endpoints) {
    const path = route.split(' ')[1] ?? '';
    expect(path).toMatch(nginx);
    expect(
      caddy.some((pattern) => pattern.test(path)),
      path,
    ).toBe(true);
    expect(bodyLimit).toBeLessThan(large * 1024 * 1024);
  }
});

it('throws when an example has lost what is to be replaced', () => {
  expect(() => replaceEach('listen 8080;', [['listen 80;', 'x']])).toThrow('the example no longer has: listen 80;');
});
