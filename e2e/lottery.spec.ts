import { MINUTE } from '#platform/durations.ts';
import { expectNothingSerious } from './axe.ts';
import { expect, onPhone, test } from './journey.ts';
import { type Organiser, unique } from './organiser.ts';
import { openUnlocked } from './screen.ts';

/** From now, in milliseconds. */
const placesOpen = (organiser: Organiser, from: number) =>
  organiser.editFestival({ registrationOpensAt: new Date(Date.now() + from).toISOString() });

onPhone(() => {
  test('two people ask for the last place of an event, one of them gets it, and the other stands in line', async ({
    page,
    otherPage,
    organiser,
  }) => {
    test.setTimeout(120_000);
    const title = unique('Escape the lighthouse');
    await placesOpen(organiser, MINUTE);
    const { id } = await organiser.addEvent({ title, capacity: 2 });
    await organiser.addWalkIn(id, unique('Host'));
    await openUnlocked(page, organiser, '/admin/events');
    await page.getByLabel('Search events').fill(title);
    await page.getByRole('button', { name: `Edit ${title}` }).click();
    await page.getByLabel('How places are given').selectOption('Drawn, ten minutes after places open');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    const phones = await Promise.all(
      [1, 2].map(() => otherPage({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })),
    );
    const [rosa, theo] = phones;
    if (rosa === undefined || theo === undefined) throw new Error('no phones');
    await rosa.goto(`/?event=${id}`);
    await expect(rosa.getByRole('dialog').getByRole('button', { name: 'NOT OPEN YET' })).toBeVisible();
    await expect(rosa.getByRole('dialog').getByText(/^Places are drawn /)).toBeVisible();

    await placesOpen(organiser, -9 * MINUTE);
    for (const [phone, name] of [
      [rosa, unique('Rosa')],
      [theo, unique('Theo')],
    ] as const) {
      await phone.goto(`/?event=${id}`);
      await phone.getByRole('dialog').getByRole('button', { name: 'ASK FOR A PLACE' }).click();
      await phone.getByLabel('Player Name').fill(name);
      await expectNothingSerious(phone);
      await phone.getByRole('button', { name: 'Ask', exact: true }).click();
      await expect(phone.getByText('You have asked for a place', { exact: true })).toBeVisible();
      await phone.goto('/schedule');
      const asked = phone.getByRole('region', { name: 'Waiting lists and requests' });
      await expect(asked).toContainText(`Not drawn yet · ${name}`);
      await expect(asked.getByRole('button', { name: `Withdraw: ${name}, ${title}` })).toBeVisible();
      await expectNothingSerious(phone);
    }

    await placesOpen(organiser, -11 * MINUTE);
    const newsOf = (phone: typeof rosa) =>
      phone.getByText(new RegExp(`has a place in .?${title}.? now|The places in .?${title}`));
    for (const phone of phones) {
      await phone.goto('/schedule');
      await expect(newsOf(phone).first()).toBeVisible({ timeout: 15_000 });
    }
    const lines = await Promise.all(
      phones.map((phone) => phone.getByRole('region', { name: 'Waiting lists' }).getByText('1st of 1 in line').count()),
    );
    expect(lines.sort()).toEqual([0, 1]);
    await organiser.editFestival({ registrationOpensAt: null });
  });
});
