import { expectNothingSerious } from './axe.ts';
import { expect, onDesktop, onPhone, test } from './journey.ts';
import { unique } from './organiser.ts';
import { dialog, expectToast } from './screen.ts';

const journey = () => {
  test('somebody looks for players for a game of the inventory, another joins in one tap, and a helper lends the game', async ({
    page,
    otherPage,
    organiser,
  }) => {
    const [game, host, player] = [unique('Pebble Rally'), unique('Rosa'), unique('Theo')];
    const openGames = (on: typeof page) => on.getByRole('region', { name: 'OPEN GAMES' });
    const offer = (on: typeof page) => openGames(on).getByRole('listitem').filter({ hasText: game });

    await page.goto('/inventory');
    await page.request.post('/api/inventory', {
      data: {
        ...{ name: game, gameType: 'card-game', owner: host, playerCount: null, playTime: null, description: null },
        available: true,
      },
    });
    await page.goto('/inventory');
    await page.getByRole('button', { name: `Look for players: ${game}` }).click();
    const looking = dialog(page, 'Look for players');
    await expect(looking.getByLabel('Game')).toHaveValue(game);
    await looking.getByLabel('Where').fill('Table by the window');
    await looking.getByLabel('Players wanted').fill('1');
    await looking.getByLabel('Your Name').fill(host);
    await expectNothingSerious(page);
    await looking.getByRole('button', { name: 'Look for players' }).click();
    await expectToast(page, 'You look for players', 'Who joins is shown here, under Open games.');
    await expect(offer(page)).toContainText('Nobody joined yet.');

    const other = await otherPage();
    await other.goto('/inventory');
    await expect(offer(other)).toContainText('Table by the window');
    await offer(other).getByRole('button', { name: /^Join/ }).click();
    await dialog(other, `Join ${game}`).getByLabel('Name').fill(player);
    await dialog(other, `Join ${game}`).getByRole('button', { name: 'Join' }).click();
    await expectToast(other, 'You are in', `${game}, Table by the window, as ${player}.`);
    await expect(offer(page)).toContainText(player);
    await expect(offer(page)).toContainText('Full');
    await expectNothingSerious(other);

    await offer(other)
      .getByRole('button', { name: /^Leave/ })
      .click();
    await expect(offer(page)).toContainText('Nobody joined yet.');
    // The phone knows the name now. A press elsewhere says that the next one is no second tap.
    await other.getByRole('heading', { name: 'OPEN GAMES' }).click();
    await offer(other).getByRole('button', { name: /^Join/ }).click();
    await expect(offer(other)).toContainText('You are in');

    const { path } = await organiser.addHelper({ role: 'library' });
    const helper = await otherPage();
    await helper.goto(path);
    await helper.getByRole('button', { name: 'Open the desk here' }).click();
    await expect(helper.getByText('Library · Whole festival · Mira')).toBeVisible();
    await helper.getByRole('searchbox', { name: 'Search games' }).fill(game);
    await helper.getByRole('button', { name: `Lend ${game}` }).click();
    await dialog(helper, `Lend ${game}`).getByLabel('Name').fill(player);
    await dialog(helper, `Lend ${game}`).getByRole('button', { name: 'Lend' }).click();
    const card = (on: typeof page) => on.getByRole('article').filter({ hasText: game });
    await expect(card(helper)).toContainText(new RegExp(`In use since .*${player}`));
    await expect(card(page)).toContainText('In use since');
    await expect(card(page)).not.toContainText(player);
    await helper.getByRole('button', { name: `${game} is back` }).click();
    await expect(card(page)).not.toContainText('In use since');

    await offer(page).getByRole('button', { name: 'Cancel game' }).click();
    await expect(offer(page)).toHaveCount(0);
    await expect(offer(other)).toHaveCount(0);
  });
};

onPhone(journey);
onDesktop(journey);
