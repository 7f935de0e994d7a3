/** A festival with a badge word: each device is asked once, on top of what it was doing. */
import { readFile, writeFile } from 'node:fs/promises';
import { expectNothingSerious } from './axe.ts';
import { expect, onPhone, test } from './journey.ts';
import { unique } from './organiser.ts';
import { dialog, expectToast, openCard, register } from './screen.ts';

const QUESTION = 'What is the word on your badge?';
const WORD = 'Crème Brûlée';

test.use({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are needed from the pattern
  ownSettings: async ({}, use, testInfo) => {
    const file = testInfo.outputPath('festival.json');
    const festival = JSON.parse(await readFile('festival.json', 'utf8'));
    await writeFile(file, JSON.stringify({ ...festival, badgeWord: WORD }));
    await use({ SAMPLE_DATA: 'off', FESTIVAL_FILE: file });
  },
});

onPhone(() => {
  test('a new device is asked for the word once, keeps its input, and is known from then on', async ({
    page,
    organiser,
    trouble,
  }) => {
    trouble.expect(/status of 401/);
    const { title } = await organiser.addEvent({ title: unique('Anchor bluff'), capacity: 4 });
    const found = await openCard(page, title);
    await register(page, found, 'Robin');
    const asked = dialog(page, QUESTION);
    const word = asked.getByLabel('Word');
    await expect(word).toBeFocused();
    await page.keyboard.type('custard');
    await page.keyboard.press('Enter');
    await expect(asked.getByText('That is not the word on the badge. Look again, or ask an organiser.')).toBeVisible();
    await expectNothingSerious(page);

    await asked.getByRole('button', { name: 'Cancel' }).click();
    const form = dialog(page, 'Register for Event');
    await expectToast(page, 'Error', 'Nothing was saved. Try again with the word on your badge.');
    await expect(form.getByLabel('Player Name')).toHaveValue('Robin');
    await form.getByRole('button', { name: 'Confirm' }).click();
    await word.fill('creme brulee');
    await page.keyboard.press('Enter');
    await expectToast(page, 'Success!', "You've been registered for the event.");
    await expect(asked).toBeHidden();
    await expect(form).toBeHidden();
    await expect(found.getByRole('button', { name: 'REGISTERED' })).toBeVisible();

    await page.goto('/inventory');
    await page.getByRole('button', { name: 'Add Game' }).first().click();
    const game = dialog(page, 'Add Game');
    await game.getByLabel('Game Name').fill('Azul');
    await game.getByLabel('Your Name').fill('Robin');
    await game.getByRole('button', { name: 'Add Game' }).click();
    await expectToast(page, 'Game Added!', 'Azul is on the list.');
  });
});
