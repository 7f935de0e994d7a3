/** Points by hand: given, corrected and undone by organisers, and given on a helper's phone. */
import { expectNothingSerious } from './axe.ts';
import { expect, onPhone, test } from './journey.ts';
import { type Organiser, unique } from './organiser.ts';
import { dialog, expectToast, openUnlocked } from './screen.ts';

/** Milliseconds from another's change to this screen. */
const LIVE = { timeout: 3_000 };

const anAccount = async (organiser: Organiser): Promise<{ id: string; name: string }> =>
  organiser.addUser(unique('Rosa'));

test('an organiser gives, corrects and undoes points, which another one sees', async ({
  page,
  otherPage,
  organiser,
}) => {
  const { name } = await anAccount(organiser);
  const other = await otherPage();
  for (const one of [page, other]) {
    await openUnlocked(one, organiser, '/admin/scores');
    await one.getByLabel('Search users').fill(name);
  }
  const give = async (by: typeof page, points: string, reason: string) => {
    await by.getByRole('button', { name: `Edit score of ${name}` }).click();
    await expect(by.getByLabel('+ points')).toBeFocused();
    await by.keyboard.type(points);
    await by.getByLabel('Why').fill(reason);
    await by.getByRole('button', { name: 'Give points' }).click();
  };
  const points = (by: typeof page, score: string) =>
    by.getByRole('button', { name: `Points of ${name}: ${score}`, exact: true });

  await Promise.all([give(page, '5', 'Won a thumb war'), give(other, '10', 'Helped at the door')]);
  for (const one of [page, other]) await expect(points(one, '15 points')).toBeVisible(LIVE);

  await page.getByRole('button', { name: `Edit score of ${name}` }).click();
  await page.getByLabel(`Correct to: score of ${name}`).fill('12');
  await expectNothingSerious(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(points(other, '12 points')).toBeVisible(LIVE);

  await test.step('a mistaken +50 is undone in two taps', async () => {
    await give(page, '50', 'Oops');
    await points(page, '62 points').click();
    await page.getByRole('button', { name: 'Undo 50 points: Oops' }).click();
    const list = page.getByRole('list', { name: `Points of ${name}` });
    await expect(list.getByRole('listitem').first()).toContainText('Undone');
    await expect(list.getByRole('listitem')).toHaveCount(4);
    await expectNothingSerious(page);
    await expect(points(other, '12 points')).toBeVisible(LIVE);
  });
});

test('an organiser gives points to somebody of an event, on its page', async ({ page, organiser }) => {
  const { id, name } = await anAccount(organiser);
  const event = await organiser.addEvent({ title: unique('Costumes') });
  await organiser.addWalkIn(event.id, name);
  await openUnlocked(page, organiser, `/admin/events/${event.id}`);
  await page.getByRole('button', { name: 'Give points' }).click();
  await dialog(page, 'Give points')
    .getByRole('button', { name: `Points of ${name}: 0 points` })
    .click();
  const given = dialog(page, `Points of ${name}`);
  await given.getByLabel('+ points').fill('7');
  await expect(given.getByLabel('Why')).toHaveValue(event.title);
  await given.getByRole('button', { name: 'Give points' }).click();
  await expect(given.getByRole('list')).toContainText(event.title);
  expect(await organiser.points(id)).toMatchObject([{ points: 7, eventId: event.id }]);
});

test('an upload is undone whole', async ({ page, organiser }) => {
  const name = unique('Uploaded');
  await openUnlocked(page, organiser, '/admin/scores');
  const file = `${unique('day')}.csv`;
  await page.getByLabel('Choose a file').setInputFiles({
    ...{ name: file, mimeType: 'text/plain', buffer: Buffer.from(`Name,Score\n${name},12\n`) },
  });
  await page.getByRole('button', { name: 'Upload 1 row' }).click();
  await expectToast(page, 'Upload complete', 'Updated 0 score(s). Created 1 new user(s). 0 failed');
  await openUnlocked(page, organiser, '/admin/uploads');
  const upload = page.getByRole('listitem').filter({ hasText: file });
  await upload.getByRole('button', { name: 'Who got how much' }).click();
  await expect(upload.getByRole('list', { name: 'Points of this upload' })).toContainText(`${name}+12`);
  await expectNothingSerious(page);
  await upload.getByRole('button', { name: `Undo the upload ${file}` }).click();
  await expect(upload.getByText('Undone', { exact: true })).toBeVisible();
  await expect(upload.getByText('It changed no score that is still there.')).toBeVisible();
});

onPhone(() => {
  test('a helper with the role points gives them by a code, and undoes them', async ({
    page,
    otherPage,
    organiser,
  }) => {
    const player = await otherPage();
    const name = unique('Gus');
    await player.goto('/scoreboard');
    const code = await player.evaluate(async (own) => {
      const headers = { 'content-type': 'application/json' };
      await fetch('/api/users', { method: 'POST', headers, body: JSON.stringify({ name: own }) });
      const [account] = await (await fetch('/api/users/my')).json();
      return account.code as string;
    }, name);
    const { path } = await organiser.addHelper({ role: 'points' });
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Give points' })).toBeVisible();
    await test.step('scanned with the phone’s own camera', async () => {
      await page.goto(`/scoreboard#${code}`);
      await expect(dialog(page, `Points of ${name}`).getByText('No points yet.')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(dialog(page, `Points of ${name}`)).toHaveCount(0);
      expect(new URL(page.url()).hash).toBe('');
      await page.goto('/helper');
    });
    await page.getByLabel('Code or name').fill(code.toLowerCase());
    await page.getByRole('button', { name: `Points of ${name}: 0 points` }).click();
    const given = dialog(page, `Points of ${name}`);
    await given.getByLabel('+ points').fill('3');
    await given.getByRole('button', { name: 'Change the sign' }).click();
    await expect(given.getByLabel('+ points')).toHaveValue('-3');
    await given.getByRole('button', { name: 'Change the sign' }).click();
    await given.getByLabel('Why').fill('Found the dragon');
    await expectNothingSerious(page);
    await given.getByRole('button', { name: 'Give points' }).click();
    await expect(given.getByRole('listitem')).toContainText(['+3']);
    await expect(given.getByRole('listitem')).toContainText(['Mira, points']);
    await given.getByRole('button', { name: 'Undo 3 points: Found the dragon' }).click();
    await expect(given.getByText('Undone by Mira, points')).toBeVisible();
  });
});
