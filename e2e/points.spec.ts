/** Points by hand: given, corrected and undone by organisers, and given on a helper's phone. */
import { expectNothingSerious } from './axe.ts';
import { expect, onPhone, test } from './journey.ts';
import { unique } from './organiser.ts';
import { dialog, openUnlocked } from './screen.ts';

/** Milliseconds from another's change to this screen. */
const LIVE = { timeout: 3_000 };

test('gives, corrects and undoes points, and shows those that another organiser gives', async ({ page, organiser }) => {
  const { id, name } = await organiser.addUser(unique('Rosa'));
  await openUnlocked(page, organiser, '/admin/scores');
  await page.getByLabel('Search users').fill(name);
  const give = async (points: string, reason: string) => {
    await page.getByRole('button', { name: `Edit score of ${name}` }).click();
    await expect(page.getByLabel('+ points')).toBeFocused();
    await page.keyboard.type(points);
    await page.getByLabel('Why').fill(reason);
    await page.getByRole('button', { name: 'Give points' }).click();
  };
  const points = (score: string) => page.getByRole('button', { name: `Points of ${name}: ${score}`, exact: true });

  await give('5', 'Won a thumb war');
  await expect(points('5 points')).toBeVisible();
  await organiser.givePoints(id, 10, 'Helped at the door');
  await expect(points('15 points')).toBeVisible(LIVE);

  await page.getByRole('button', { name: `Edit score of ${name}` }).click();
  await page.getByLabel(`Correct to: score of ${name}`).fill('12');
  await expectNothingSerious(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(points('12 points')).toBeVisible();

  await test.step('a mistaken +50 is undone in two taps', async () => {
    await give('50', 'Oops');
    await points('62 points').click();
    await page.getByRole('button', { name: 'Undo 50 points: Oops' }).click();
    const list = page.getByRole('list', { name: `Points of ${name}` });
    await expect(list.getByRole('listitem').first()).toContainText('Undone');
    await expect(list.getByRole('listitem')).toHaveCount(4);
    await expectNothingSerious(page);
    expect((await organiser.points(id)).reduce((sum, entry) => sum + (entry.points ?? 0), 0)).toBe(12);
  });
});

onPhone(() => {
  test('gives points by a code as a helper with the role points, and undoes them', async ({
    page,
    organiser,
    request,
  }) => {
    const name = unique('Gus');
    await request.post('/api/users', { data: { name } });
    const [{ code }] = (await (await request.get('/api/users/my')).json()) as [{ code: string }];
    const { path } = await organiser.addHelper({ role: 'points' });
    await page.goto(path);
    await page.getByRole('button', { name: 'Open the desk here' }).click();
    await expect(page.getByRole('heading', { name: 'Give points' })).toBeVisible();
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

    await test.step('scanned with the phone’s own camera', async () => {
      await page.goto(`/scoreboard#${code}`);
      await expect(dialog(page, `Points of ${name}`).getByText('Undone by Mira, points')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(dialog(page, `Points of ${name}`)).toHaveCount(0);
      expect(new URL(page.url()).hash).toBe('');
    });
  });
});
