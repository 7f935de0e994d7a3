import { expectNothingSerious } from './axe.ts';
import { expect, onPhone, test } from './journey.ts';
import { unique } from './organiser.ts';
import { dialog, openUnlocked } from './screen.ts';

onPhone(() => {
  test('"which room am I in?" takes one tap and letters, and the place is moved from there', async ({
    page,
    organiser,
  }) => {
    const name = unique('Siobhán');
    const { id, title } = await organiser.addEvent({ title: unique('Find me'), location: 'Tide Pool' });
    const to = await organiser.addEvent({ title: unique('Over here'), location: 'Crow’s Nest' });
    await organiser.register(id, name);
    // The same name on another phone is another person.
    await organiser.register(to.id, `${name} B`);
    await openUnlocked(page, organiser, '/admin');
    await page.getByRole('button', { name: 'Find', exact: true }).tap();
    await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
    await page.keyboard.type(name.replace('á', 'a').toLowerCase());
    const people = dialog(page, 'Find a person').getByRole('list', { name: 'People' });
    const places = people.getByRole('list', { name: `Places of ${name}`, exact: true });
    await expect(places.getByRole('listitem')).toHaveText(/Tide Pool/);
    await expect(people.getByText(/^1 device since .*, last used just now$/)).toHaveCount(2);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await expectNothingSerious(page);

    await places.getByRole('button', { name: `Rename, move or remove: ${name} in ${title}` }).tap();
    await dialog(page, name).getByRole('button', { name: 'Move to another event' }).tap();
    await dialog(page, name).getByLabel('Move to which event?').fill(to.title);
    await dialog(page, name).getByRole('button', { name: to.title }).tap();
    await expect(places.getByRole('listitem')).toHaveText(/Crow’s Nest/);
    await page.getByRole('button', { name: `Undo: ${name}` }).tap();
    await expect(places.getByRole('listitem')).toHaveText(/Tide Pool/);

    await page.keyboard.press('Escape');
    await expect(dialog(page, 'Find a person')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Find', exact: true })).toBeFocused();
  });
});
