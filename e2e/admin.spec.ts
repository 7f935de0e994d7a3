/** The dashboard's frame: tabs with addresses, the lock, and Overview. */
import { expect, onPhone, test } from './journey.ts';
import { unique } from './organiser.ts';
import { ADMIN_PASSWORD } from './program.ts';
import { dialog, expectToast, openUnlocked, TABS, unlock } from './screen.ts';

const PHONE = { width: 390, height: 844 };

test('seven tabs in order, each with an address that reload and back keep', async ({ page }) => {
  await page.goto('/admin', { waitUntil: 'networkidle' });
  const tabs = page.getByRole('navigation', { name: 'Admin' });
  const menu = tabs.getByRole('button');
  for (const size of ['on a desktop', 'on a phone'] as const) {
    await test.step(size, async () => {
      if (size === 'on a phone') await page.setViewportSize(PHONE);
      const openMenu = async () => {
        if (size === 'on a phone') await menu.click();
      };
      await openMenu();
      await expect(tabs.getByRole('link')).toHaveText(TABS.map(([name]) => name));
      await tabs.getByRole('link', { name: 'Overview' }).click();
      for (const [name, path] of TABS) {
        await openMenu();
        await tabs.getByRole('link', { name }).click();
        await expect(page).toHaveURL(path);
        await expect(page).toHaveTitle(/Admin dashboard · Oceanfront Games Festival$/);
        await expect(page.getByRole('heading', { level: 1, name: 'ADMIN DASHBOARD' })).toBeVisible();
        if (size === 'on a phone') await expect(menu).toHaveText(`Tab: ${name}`);
        else await expect(tabs.getByRole('link', { name })).toHaveAttribute('aria-current', 'page');
      }
      await page.reload();
      await expect(page.getByRole('heading', { level: 2, name: 'Manage Users' })).toBeVisible();
      // The users are loaded after hydration.
      await expect(page.getByRole('list', { name: 'Users' })).toBeVisible();
      await page.goBack();
      await expect(page).toHaveURL('/admin/events');
      await expect(page.getByRole('heading', { level: 2, name: 'Manage Events' })).toBeVisible();
    });
  }

  await test.step('the phone’s menu closes with Escape and when the focus leaves it', async () => {
    await page.goto('/admin', { waitUntil: 'networkidle' });
    const closed = tabs.getByRole('button', { expanded: false });
    await closed.press('Enter');
    const link = tabs.getByRole('link', { name: 'User Scores' });
    await expect(link).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(link).toBeHidden();
    await expect(closed).toBeFocused();
    await closed.click();
    await expect(link).toBeVisible();
    await page.getByRole('heading', { level: 1 }).click();
    await expect(link).toBeHidden();
  });
});

onPhone(() => {
  test('locked: the page says so, an action asks for the password and continues', async ({ page }) => {
    await page.goto('/admin/events', { waitUntil: 'networkidle' });
    await expect(page.getByText('Locked: unlock to make changes')).toBeVisible();
    await page.getByRole('button', { name: 'Create Event' }).click();
    const asked = dialog(page, 'Enter Admin Password');
    await asked.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('button', { name: 'Create Event' }).click();
    await asked.getByLabel('Password').fill(ADMIN_PASSWORD);
    await asked.getByLabel('Password').press('Enter');
    await expect(dialog(page, 'Create New Event')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByText('Locked: unlock to make changes')).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('button', { name: 'Lock admin mode', exact: true })).toBeVisible();
    await expect(page.getByText('Locked: unlock to make changes')).toHaveCount(0);
  });

  test('Overview: figures, live events with their next step, and every change with before and after', async ({
    page,
    organiser,
  }) => {
    const title = unique('Lighthouse Liars');
    const { id } = await organiser.addEvent({ title, location: unique('Pier') });
    await organiser.changeStatus(id, 'in-progress');
    const users = (await (await page.request.get('/api/users')).json()) as unknown[];
    await page.goto('/admin');
    for (const [name, more] of [
      ['Total Events', /\d+ upcoming · \d+ live/],
      ['Tournaments', /\d+ in progress/],
      // The current number, because other journeys add users to the same festival.
      ['Users', new RegExp(`^Users${users.length}`)],
    ] as const) {
      await expect(page.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) })).toHaveText(more);
    }
    await expect(page.getByText('Unlock to see what was changed')).toBeVisible();
    await unlock(page, ADMIN_PASSWORD);
    const live = page.getByRole('region', { name: 'LIVE EVENTS' }).getByRole('listitem').filter({ hasText: title });
    await expect(live).toContainText('0 / 8 participants');
    await live.getByRole('button', { name: `Complete Event: ${title}` }).click();
    await expect(live.getByRole('button', { name: `Undo: put ${title} back in progress` })).toBeVisible();
    const changes = page.getByRole('list', { name: 'Changes' }).getByRole('article').filter({ hasText: title });
    await expect(changes.first()).toContainText('Event completed');
    await expect(changes.first()).toContainText('status: in-progress → became completed');
    await expect(changes.filter({ hasText: 'Event created' })).toHaveCount(1);
  });
});

test('on a desktop the tabs work by keyboard alone, and no word is broken in the tiles of Overview at any width', async ({
  page,
}) => {
  // The users are fetched after hydration; before that links reload the page.
  const alive = page.waitForResponse('**/api/users');
  await page.goto('/admin');
  await alive;
  await page.getByRole('link', { name: 'Event Control' }).first().focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/admin/control');
  await expect(page.getByRole('heading', { level: 2, name: 'Event Control' })).toBeVisible();
  await page.keyboard.press('Tab');
  const first = page.getByRole('link', { name: /^Open Bracket/ }).first();
  await expect(first).toBeFocused();

  await page.goBack();
  for (const width of [320, 768, 1000, 1030, 1100, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    for (const word of ['Tournaments', 'Total Events', 'on the scoreboard']) {
      const lines = await page
        .getByRole('listitem')
        .getByText(word, { exact: true })
        .evaluate((tile, text) => {
          const range = document.createRange();
          const letters = tile.firstChild as Text;
          return text.split(' ').map((one) => {
            range.setStart(letters, text.indexOf(one));
            range.setEnd(letters, text.indexOf(one) + one.length);
            return range.getClientRects().length;
          });
        }, word);
      expect(new Set(lines), `${word} at ${width}`).toEqual(new Set([1]));
    }
  }
});

test('visitors load no code of the dashboard, and that of brackets only when they open one', async ({ page }) => {
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
  await page.goto('/', { waitUntil: 'networkidle' });
  expect(fetched.filter((path) => /Bracket|Match/.test(path))).toEqual([]);
  await page.goto('/scoreboard', { waitUntil: 'networkidle' });
  expect(fetched.filter((path) => /Admin(?!Lock)|Manage|EventControl|Overview|UserScores|Upload/.test(path))).toEqual(
    [],
  );
});

test('Event Control: an empty bracket is refused; a double click counts once, and visitors see it without a reload', async ({
  page,
  organiser,
  otherPage,
  trouble,
}) => {
  trouble.expect(/status of 409/);
  const [tennis, title] = [unique('Tide Table Tennis'), unique('Harbor Hearts')];
  const startTime = new Date().toISOString();
  await organiser.addEvent({ title: tennis, tournamentType: 'single-elimination', startTime });
  await organiser.addEvent({ title, startTime });
  const visitor = await otherPage();
  await visitor.goto(`/?q=${encodeURIComponent(title)}`);
  await page.goto('/admin/control');
  await unlock(page, ADMIN_PASSWORD);
  await expectToast(page, 'Admin Mode Enabled', 'You can now edit and delete events');
  for (const words of ['Generate Bracket', 'Random Seed']) {
    await page.getByRole('button', { name: `${words}: ${tennis}` }).click();
    const needed = 'At least 2 are needed, and nobody is checked in.';
    await expectToast(page, 'Error', `Failed to generate bracket. Make sure players are checked in. ${needed}`);
  }
  const row = page.getByRole('list', { name: 'Event status' }).getByRole('article').filter({ hasText: title });
  await row.getByRole('button', { name: `Start Event: ${title}` }).dblclick();
  await expect(row.getByText('LIVE')).toBeVisible();
  await expect(visitor.getByRole('article').filter({ hasText: title }).getByText('LIVE')).toBeVisible();
  await row.getByRole('button', { name: `Complete Event: ${title}` }).dblclick();
  await expect(row.getByRole('button', { name: `Undo: put ${title} back in progress` })).toBeVisible();
  await expect(row.getByText('Completed')).toBeVisible();
});

test('on a phone a tool begins at the top: the title and the sample notice are on Overview only', async ({
  page,
  organiser,
}) => {
  await page.setViewportSize(PHONE);
  await openUnlocked(page, organiser, '/admin');
  await expect(page.getByRole('region', { name: 'Sample data' })).toBeVisible();
  for (const [name, path] of TABS.slice(1)) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 2, name })).toBeVisible();
    const tabs = await page.getByRole('navigation', { name: 'Admin' }).boundingBox();
    expect(tabs?.y, name).toBeLessThan(150);
    await expect(page.getByRole('region', { name: 'Sample data' })).toHaveCount(0);
  }
});
