import { expect, onPhone, test } from './journey.ts';
import { NOT_CONNECTED } from './trouble.ts';

const ROUTES = [
  { path: '/', title: 'Oceanfront Games Festival', heading: 'Oceanfront Games Festival' },
  { path: '/details', title: 'Details · Oceanfront Games Festival', heading: /^DETAILS/i },
  { path: '/top-gun', title: 'Top Gun Competition · Oceanfront Games Festival', heading: /TOP GUN COMPETITION/i },
  { path: '/schedule', title: 'My schedule · Oceanfront Games Festival', heading: 'MY SCHEDULE' },
  { path: '/announcements', title: 'Announcements · Oceanfront Games Festival', heading: 'ANNOUNCEMENTS' },
  { path: '/inventory', title: 'Game inventory · Oceanfront Games Festival', heading: 'GAME INVENTORY' },
  { path: '/scoreboard', title: 'High scores · Oceanfront Games Festival', heading: 'HIGH SCORES' },
  { path: '/join', title: 'Another phone · Oceanfront Games Festival', heading: 'ANOTHER PHONE' },
  { path: '/privacy', title: 'Privacy · Oceanfront Games Festival', heading: 'PRIVACY' },
  { path: '/admin', title: 'Admin dashboard · Oceanfront Games Festival', heading: 'ADMIN DASHBOARD' },
  {
    path: '/admin/events',
    title: 'Manage Events · Admin dashboard · Oceanfront Games Festival',
    heading: 'ADMIN DASHBOARD',
  },
  {
    path: '/display',
    title: 'Live leaderboard · Oceanfront Games Festival',
    heading: 'Turbo Kart Grand Prix',
    bare: true,
  },
  { path: '/print', title: 'Print sheets · Oceanfront Games Festival', heading: 'PRINT SHEETS' },
  { path: '/check-in', title: 'Check-in · Oceanfront Games Festival', heading: 'CHECK-IN' },
];

test('every route has its title and heading, from the server and in the browser', async ({
  page,
  request,
  trouble,
}) => {
  trouble.allow(NOT_CONNECTED);
  for (const { path, title, heading, bare = false } of ROUTES) {
    await test.step(path, async () => {
      const answer = await request.get(path);
      expect(answer.status()).toBe(200);
      expect(await answer.text()).toContain(`<title>${title}</title>`);
      await page.goto(path);
      await expect(page).toHaveTitle(title);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(bare ? 0 : 1);
    });
  }
});

test('a link that a chat app changed leads to its screen', async ({ page }) => {
  for (const [link, address] of [
    ['/Details.', '/details'],
    ['/%3Ftype=course', '/?type=course'],
    ['/?type=course)', '/?type=course'],
  ] as const) {
    await page.goto(link);
    await expect(page).toHaveURL(address);
    await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeHidden();
  }
});

test('unknown API paths are 404 as JSON', async ({ request }) => {
  const answer = await request.get('/api/no-such-call');
  expect(answer.status()).toBe(404);
  expect(await answer.json()).toEqual({ code: 'NO_SUCH_CALL', message: 'There is no such call.' });
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
