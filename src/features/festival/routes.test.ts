import { expect, it } from 'vitest';
import { seen, testApp, testFestival } from '#testing/app.ts';

it('tells anybody what festival.json says', async () => {
  const app = await testApp();
  expect(seen(await app.browser().send('GET /api/festival'))).toEqual({ status: 200, body: testFestival() });
});
