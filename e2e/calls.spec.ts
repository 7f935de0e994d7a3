import { expectNothingSerious } from './axe.ts';
import { expect, onPhone, test } from './journey.ts';
import { unique } from './organiser.ts';
import { dialog, openUnlocked } from './screen.ts';

onPhone(() => {
  test('a match is called with one tap, shown on the phone of a player and on the wall, and its result frees the table', async ({
    page,
    otherPage,
    organiser,
  }) => {
    const location = unique('Pier');
    const { id } = await organiser.addEvent({
      ...{ title: unique('Catan Cup'), location, capacity: 4, tournamentType: 'single-elimination' },
      startTime: new Date().toISOString(),
    });
    const phone = await otherPage({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
    const [rosa, wanda] = [unique('Rosa'), unique('Wanda')];
    await phone.request.post('/api/rsvps', { data: { eventId: id, playerName: rosa } });
    for (const name of [wanda, unique('Bo'), unique('Kim')]) await organiser.addWalkIn(id, name);
    await openUnlocked(page, organiser, '/admin/control');
    const [place] = (await organiser.staffList(id)).filter(({ playerName }) => playerName === rosa);
    await page.request.put(`/api/rsvps/${place?.id}/check-in`);
    await organiser.drawBracket(id);
    const own = (await organiser.matches(id)).find(({ player1, player2 }) =>
      [player1?.name, player2?.name].includes(rosa),
    );
    const opponent = [own?.player1?.name, own?.player2?.name].find((name) => name !== rosa) ?? '';
    await page.goto(`/admin/events/${id}?part=bracket`);
    await page.getByRole('button', { name: 'Tables' }).click();
    await dialog(page, 'Tables').getByRole('textbox', { name: 'Tables' }).fill('4, Stage');
    await dialog(page, 'Tables').getByRole('combobox', { name: 'Stage', exact: true }).selectOption('wet');
    await expectNothingSerious(page);
    await dialog(page, 'Tables').getByRole('button', { name: 'Save Tables' }).click();
    await expect(dialog(page, 'Tables')).toHaveCount(0);

    await phone.goto('/scoreboard');
    const wall = await otherPage({ viewport: { width: 1920, height: 1080 } });
    await wall.goto(`/display?event=${id}`);
    const match = page.getByRole('listitem').filter({ hasText: rosa });
    await match.getByRole('button', { name: 'Call to table 4' }).click();
    await expect(match.getByText('Table 4', { exact: true })).toBeVisible();

    const words = `Table 4 now, against ${opponent}`;
    await expect(phone.getByText(words, { exact: true })).toBeVisible();
    await expect(match.getByText(`${rosa} has seen it`)).toBeVisible();
    await expect(match.getByText(`${opponent} has not seen it yet`)).toBeVisible();
    await expect(wall.getByRole('list', { name: 'Called to a table' })).toContainText(rosa);
    await expectNothingSerious(wall);
    await phone.goto('/schedule');
    await expect(phone.getByRole('main').getByText(words).first()).toBeVisible();
    await expectNothingSerious(page);

    // No table is left: Stage is wet.
    await expect(page.getByText('No table is free.')).toBeVisible();
    await match.getByRole('button', { name: new RegExp(`^(${rosa}|${opponent}) against`) }).click();
    await page.getByRole('dialog').getByLabel(rosa, { exact: true }).fill('2');
    await page.getByRole('dialog').getByLabel(opponent, { exact: true }).fill('1');
    await page.getByRole('dialog').getByRole('button', { name: 'Save Result' }).click();
    await expect(page.getByRole('button', { name: 'Call to table 4' })).toBeVisible();
    await expect(wall.getByRole('list', { name: 'Called to a table' })).toHaveCount(0);
    await expect(phone.getByRole('main').getByText(words)).toHaveCount(0);
  });
});
