import { expect, onPhone, test } from './journey.ts';
import { NOT_CONNECTED } from './trouble.ts';

// server.test.ts has the titles and headings of all screens.
const ROUTES = [
  { path: '/', title: 'Oceanfront Games Festival', heading: 'Oceanfront Games Festival', bare: false },
  { path: '/schedule', title: 'My schedule · Oceanfront Games Festival', heading: 'MY SCHEDULE', bare: false },
  {
    path: '/display',
    title: 'Live leaderboard · Oceanfront Games Festival',
    heading: 'Turbo Kart Grand Prix',
    bare: true,
  },
];

test('a screen has its title and heading, from the server and in the browser', async ({ page, request, trouble }) => {
  trouble.allow(NOT_CONNECTED);
  for (const { path, title, heading, bare } of ROUTES) {
    const answer = await request.get(path);
    expect(answer.status()).toBe(200);
    expect(await answer.text()).toContain(`<title>${title}</title>`);
    await page.goto(path);
    await expect(page).toHaveTitle(title);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(bare ? 0 : 1);
  }
});

onPhone(() => {
  test('an unknown path shows the 404 page with a link back', async ({ page, trouble }) => {
    trouble.expect(/status of 404/);
    for (const path of ['/nowhere', '/events/12', '/admin/nowhere', '/%3Cscript%3E']) {
      const answer = await page.goto(path);
      expect(answer?.status()).toBe(404);
      await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
      await expect(page).toHaveTitle('Page not found · Oceanfront Games Festival');
    }
    await page.getByRole('link', { name: 'Back to the events' }).click();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('heading', { name: 'UPCOMING EVENTS' })).toBeVisible();
  });
});
