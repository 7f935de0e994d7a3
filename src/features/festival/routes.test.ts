import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { seen, testApp } from '#testing/app.ts';
import { festivalProblems } from './rules/facts.ts';

const file: object = JSON.parse(readFileSync('festival.json', 'utf8'));

it('returns every fact of festival.json to a caller without a cookie, and never the badge word', async () => {
  const read = festivalProblems({ ...file, badgeWord: 'Kraken' });
  if ('problems' in read) throw new Error(read.problems.join('\n'));
  const app = await testApp('sqlite', { festival: read.festival });
  expect(seen(await app.browser().send('GET /api/festival'))).toEqual({
    status: 200,
    body: { ...file, missions: read.festival.missions },
  });
});
