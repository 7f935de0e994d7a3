/** The oldest browsers that vite.config.ts names: what they lack is not used by the build, and is taken from the browser here. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, Route } from '@playwright/test';
import { DESK_PAGES, PAGES } from '#app/web/offline/rules.ts';
import { LACKED, lackedIn } from '../scripts/lacked.ts';
import { expect, onDesktop, onPhone } from './journey.ts';
import { comeBack, test, whenCopied } from './network.ts';
import { unique } from './organiser.ts';
import { repository } from './program.ts';
import { card, dialog, expectLoaded, expectToast, openCard, openUnlocked, register } from './screen.ts';
import { NOT_CONNECTED } from './trouble.ts';

type Owner = { [name: string]: Owner | undefined };

/** Members first: those of a class cannot be found without it. */
const LACKING = [...LACKED].sort((one, other) => other.split('.').length - one.split('.').length);

function removeLacked(paths: readonly string[]): void {
  for (const path of paths) {
    const names = path.split('.');
    const name = names.pop() ?? '';
    const owner = names.reduce<Owner | undefined>((of, next) => of?.[next], globalThis as unknown as Owner);
    if (owner) Reflect.deleteProperty(owner, name);
  }
}

test.beforeEach(async ({ context, trouble }) => {
  trouble.allow(NOT_CONNECTED);
  await context.addInitScript(removeLacked, LACKING);
});

async function opens(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.locator('html[data-alive]')).toBeAttached();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectLoaded(page);
}

onPhone(() => {
  test('visitors register and open every page in the oldest browsers, also without network', async ({
    page,
    context,
    network,
    organiser,
  }) => {
    test.setTimeout(120_000);
    const { title } = await organiser.addEvent({ title: unique('Old phone') });
    const removeInWorker = async (route: Route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: `(${removeLacked})(${JSON.stringify(LACKING)});${await response.text()}` });
    };
    // Once: while there is a route the browser keeps no file.
    await context.route('/sw.js', removeInWorker, { times: 1 });
    await page.goto('/');
    expect(await page.evaluate(() => ['groupBy' in Map, 'symmetricDifference' in Set.prototype])).toEqual([
      false,
      false,
    ]);
    await register(page, await openCard(page, title), unique('Rosa'));
    await expect(card(page, title).getByRole('button', { name: 'REGISTERED' })).toBeVisible();
    await whenCopied(page);
    expect(await context.serviceWorkers()[0]?.evaluate(() => 'groupBy' in Map)).toBe(false);
    for (const path of PAGES) await opens(page, path);
    network.become('down');
    // The worker treats all screens alike.
    for (const path of ['/', '/schedule', '/privacy']) await opens(page, path);
    await expect(page.getByText('No connection').first()).toBeVisible();
  });
});

onDesktop(() => {
  test.use({ serviceWorkers: 'block' });

  test('organisers use the dashboard, a slow door, the big screen and the prints in the oldest browsers', async ({
    page,
    network,
    organiser,
  }) => {
    test.setTimeout(120_000);
    await test.step('no script of the build uses a function that one of them lacks', () => {
      const files = globSync(['dist/web/**/*.js', 'dist/worker/*.js', 'src/app/web/*.js'], { cwd: repository });
      expect(files.length).toBeGreaterThan(100);
      const used = files.map((file) => [file, lackedIn(readFileSync(join(repository, file), 'utf8'))]);
      expect(used.filter(([, names]) => names?.length)).toEqual([]);
    });
    const name = unique('Theo');
    const { id, title } = await organiser.addEvent({ title: unique('Old'), tournamentType: 'single-elimination' });
    for (const player of [name, unique('Ada'), unique('Bo')]) await organiser.register(id, player);
    await page.addInitScript((chosen) => localStorage.setItem('check-in event', chosen), id);
    await openUnlocked(page, organiser, '/admin');
    for (const path of [...DESK_PAGES, `/display?event=${id}`, '/print']) await opens(page, path);

    await page.goto('/admin/events');
    await page.getByRole('button', { name: 'Create Event' }).click();
    const form = dialog(page, 'Create New Event');
    await form.getByLabel('Title').fill(unique('Older'));
    await form.getByLabel('Start Time').fill('2031-02-03T20:15');
    await form.getByLabel('Location').fill('Upper Deck');
    await form.getByLabel('Host').fill('Grace');
    await form.getByLabel('Document Link').fill('https://example.org/rules.pdf');
    await form.getByRole('button', { name: 'Create Event' }).click();
    await expectToast(page, 'Event Created!', 'New event has been added successfully.');

    expect((await page.request.post('/api/users', { data: { name } })).ok()).toBe(true);
    await page.goto('/admin/users');
    await page.getByLabel('Search users').fill(name);
    await page.getByRole('button', { name: `Hand over places of ${name}` }).click();
    const handover = dialog(page, `Hand over ${name}’s places`);
    const place = handover.getByRole('checkbox', { name: title });
    await expect(place).toBeChecked();
    for (const isChosen of [false, true]) {
      await place.click();
      await expect(place).toBeChecked({ checked: isChosen });
    }

    await page.goto('/admin/check-in');
    const person = page.getByRole('list', { name: 'Places' }).getByRole('button', { name: new RegExp(`^${name}`) });
    await expect(person).toBeVisible();
    network.become('slow');
    await person.click();
    await expect(person).toContainText('waiting to send');
    await comeBack(network, page);
    await expect(person).toHaveAttribute('aria-pressed', 'true');
    await expect(person).not.toContainText('waiting');
  });
});
