/** Tournaments that are paired round by round: on a judge's phone, an organiser's, a visitor's, and on the wall. */
import type { Locator, Page } from '@playwright/test';
import type { Match } from '#features/brackets/contract.ts';
import { expectNothingSerious } from './axe.ts';
import { expectItFits } from './fits.ts';
import { expect, onPhone, test } from './journey.ts';
import { type Organiser, unique } from './organiser.ts';
import { dialog, expectToast, openUnlocked } from './screen.ts';

const NAMES = ['Ada', 'Bo', 'Cleo', 'Dev', 'Eve', 'Finn'];
/** Registered on the visitor's phone. */
const MINE = 'Wanda';
const LATE = 'Zoë';
const WALL = { viewport: { width: 1920, height: 1080 }, hasTouch: false, isMobile: false };

const namesIn = ({ players }: Match) => players.map(({ name }) => name);
const openIn = async (organiser: Organiser, id: string) =>
  (await organiser.matches(id)).filter(({ status }) => status === 'ready');

async function fill(organiser: Organiser, id: string, visitor: Page) {
  for (const name of NAMES) await organiser.addWalkIn(id, name);
  const answer = await visitor.request.post('/api/rsvps', { data: { eventId: id, playerName: MINE } });
  expect(answer.ok(), await answer.text()).toBe(true);
}

async function openDesk(judge: Page, organiser: Organiser, eventId: string) {
  const { path } = await organiser.addHelper({ role: 'judge', eventId });
  await judge.goto(path);
  await judge.getByRole('button', { name: 'Open the desk here' }).click();
}

/** At the place of the button before, a second tap does nothing for half a second. */
async function press(button: Locator, opens: Locator): Promise<Locator> {
  await expect(async () => {
    if (!(await opens.isVisible())) await button.click({ timeout: 1_000 });
    await expect(opens).toBeVisible({ timeout: 1_000 });
  }).toPass();
  return opens;
}

/** Opens the result of a match by its row among those that are ready. */
const openResult = (judge: Page, match: Match) =>
  press(
    judge.getByRole('listitem').getByRole('button', { name: new RegExp(`^${namesIn(match).join('( against |, )')}`) }),
    judge.getByRole('dialog'),
  );

const propose = (judge: Page) =>
  press(
    judge.getByRole('button', { name: 'Pair the next round' }),
    judge.getByRole('region', { name: 'Proposed round' }),
  );

onPhone(() => {
  test('pairs a Swiss of seven at two tables, with somebody late and somebody who leaves', async ({
    page: judge,
    otherPage,
    organiser,
    trouble,
  }) => {
    test.setTimeout(120_000);
    // The removal of a player asks first.
    trouble.expect(/status of 409/);
    const { id, title } = await organiser.addEvent({
      ...{ title: unique('Chess by the Pier'), location: unique('Pier'), capacity: 16, tournamentType: 'swiss' },
      ...{ startTime: new Date().toISOString(), format: { minutes: 50 } },
    });
    await organiser.editEvent(id, { tables: ['1', '2'] });
    const visitor = await otherPage({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    await fill(organiser, id, visitor);
    const host = await otherPage({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    await openUnlocked(host, organiser, `/admin/events/${id}?part=people`);
    await host.getByRole('button', { name: new RegExp(`^${MINE}`) }).click();
    await expect(host.getByRole('button', { name: new RegExp(`^${MINE}`) })).toHaveAttribute('aria-pressed', 'true');
    const wall = await otherPage(WALL);
    await wall.goto(`/display?event=${id}`);

    await test.step('a judge draws, and the free tables are called', async () => {
      await openDesk(judge, organiser, id);
      await judge.getByRole('button', { name: `Generate Bracket: ${title}` }).click();
      await expect(judge.getByText('Round 1: 3 matches to play.')).toBeVisible();
      await expect(judge.getByRole('list', { name: 'At a table' }).getByText(/^Table [12]$/)).toHaveCount(2);
      await expectItFits(judge);
      await expectNothingSerious(judge);
    });
    const bye = (await organiser.matches(id)).find(({ status }) => status === 'bye');
    const [rested = ''] = bye ? namesIn(bye) : [];

    await test.step('who comes late plays the one with the bye', async () => {
      await host.goto(`/admin/events/${id}?part=bracket`);
      await host.getByRole('button', { name: 'Players', exact: true }).click();
      const players = dialog(host, 'Players');
      await players.getByRole('button', { name: 'Add a late entrant' }).click();
      await players.getByLabel('Who joins?').fill(LATE);
      await players.getByRole('button', { name: 'Let them play' }).click();
      await expectToast(host, 'Late entrant added', `${LATE}, ${title}`);
      await expect(judge.getByText('Round 1: 4 matches to play.')).toBeVisible();
      expect((await openIn(organiser, id)).map(namesIn)).toContainEqual([rested, LATE]);
    });

    await test.step('who won is enough', async () => {
      for (const match of await openIn(organiser, id)) {
        const form = await openResult(judge, match);
        const [winner] = namesIn(match);
        await form.getByLabel('How it was decided').selectOption(`${winner} won (no score)`);
        await expect(form.getByText(`Winner: ${winner}`, { exact: true })).toBeVisible();
        await form.getByRole('button', { name: 'Save Result' }).click();
        await expect(form).toHaveCount(0);
      }
      await expect(judge.getByText('Round 1 is played.')).toBeVisible();
    });

    await test.step('two people are exchanged before the second round is published', async () => {
      const proposed = await propose(judge);
      const people = proposed.getByRole('listitem').getByRole('button');
      await expect(people).toHaveCount(8);
      const [one = '', second = '', third = '', other = '', ...others] = await people.allTextContents();
      await proposed.getByRole('button', { name: one, exact: true }).click();
      await expect(proposed.getByRole('status')).toContainText(one);
      await expectItFits(judge);
      await expectNothingSerious(judge);
      await proposed.getByRole('button', { name: other, exact: true }).click();
      const wanted = [other, second, third, one, ...others];
      await expect(people).toHaveText(wanted);
      await expect(proposed.getByRole('button', { name: one, exact: true })).toBeFocused();
      await proposed.getByRole('button', { name: 'Publish' }).click();
      await expectToast(judge, 'Round published', 'Everybody sees round 2 now.');
      await expect(judge.getByText('Round 2: 4 matches to play.')).toBeVisible();
      expect((await openIn(organiser, id)).flatMap(namesIn)).toEqual(wanted);
    });

    await test.step('the visitor reads the round, its clock and the standings', async () => {
      await visitor.goto(`/?event=${id}&view=bracket`);
      const sheet = dialog(visitor, title);
      await expect(sheet.getByRole('timer')).toHaveText(/^Round 2: (50:00|49:\d\d) left$/);
      await expect(sheet.getByText(/^Round 2, match \d: .*ready now\. You play in it\.$/)).toBeVisible();
      await sheet.getByRole('button', { name: 'Standings' }).click();
      await expect(sheet.getByRole('button', { name: `${MINE} you` })).toHaveAttribute('aria-expanded', 'true');
      await expect(sheet.getByText(new RegExp(`^Round 1, match \\d: .*${MINE}`))).toBeVisible();
      await expect(sheet.getByText(/^Strength of schedule [\d.]+ How many points a match/)).toBeVisible();
      await expectItFits(visitor);
      await expectNothingSerious(visitor);
    });

    await test.step('the wall shows the round with its tables and its clock', async () => {
      const round = wall.getByRole('region', { name: 'Round 2' });
      await expect(round.getByRole('listitem')).toHaveCount(4);
      await expect(round.getByText(/^Table [12]$/)).toHaveCount(2);
      await expect(wall.getByRole('timer')).toHaveText(/^Round 2: .* left$/);
      await expectNothingSerious(wall);
    });

    await test.step('who is removed forfeits the open match and is paired no more', async () => {
      const last = (await openIn(organiser, id)).at(-1);
      const [stays = '', leaves = ''] = last ? namesIn(last) : [];
      await host.goto(`/admin/events/${id}?part=people`);
      await host.getByRole('button', { name: `Rename, move or remove ${leaves}` }).click();
      await dialog(host, leaves).getByRole('button', { name: 'Remove' }).click();
      await dialog(host, leaves).getByRole('button', { name: 'Forfeit their matches' }).click();
      await expect(judge.getByText('Round 2: 3 matches to play.')).toBeVisible();
      await expect(wall.getByText(`${stays} wins, because ${leaves} did not play.`)).toBeAttached();
      for (const match of await openIn(organiser, id)) await organiser.enterScore(match.id, [1, 0]);
      const proposed = await propose(judge);
      await expect(proposed.getByRole('listitem').getByRole('button')).toHaveCount(7);
      await expect(proposed.getByRole('button', { name: leaves, exact: true })).toHaveCount(0);
    });
  });

  test('takes the places of a heat with a tie, and shows what they are worth', async ({
    page: judge,
    otherPage,
    organiser,
  }) => {
    const { id } = await organiser.addEvent({
      ...{ title: unique('Catan at Tables'), location: unique('Pier'), capacity: 8, tournamentType: 'heats' },
      startTime: new Date().toISOString(),
    });
    for (const name of NAMES) await organiser.addWalkIn(id, name);
    await organiser.addWalkIn(id, MINE);
    await organiser.drawBracket(id);
    const wall = await otherPage(WALL);
    await wall.goto(`/display?event=${id}`);
    await openDesk(judge, organiser, id);
    const [first] = await openIn(organiser, id);
    if (first === undefined) throw new Error('no heat');
    const names = namesIn(first);
    expect(names).toHaveLength(4);
    const form = await openResult(judge, first);
    for (const [index, place] of ['2', '1', '1', '4'].entries())
      await form
        .getByRole('group', { name: names[index] ?? '', exact: true })
        .getByLabel('Place')
        .fill(place);
    await expect(form.getByText(`First: ${names[1]} and ${names[2]}`, { exact: true })).toBeVisible();
    await expectItFits(judge);
    await expectNothingSerious(judge);
    await form.getByRole('button', { name: 'Save Result' }).click();
    const sentence = `Round 1, heat 1: ${names[1]} 1st, ${names[2]} 1st, ${names[0]} 3rd, ${names[3]} 4th.`;
    await expectToast(judge, 'Score saved', sentence);
    await expect(wall.getByText(sentence.replace('Round 1, heat', 'Heat'))).toBeAttached();
    await judge.getByRole('button', { name: 'Standings' }).click();
    const points = (name = '') => judge.getByRole('table').getByRole('row').filter({ hasText: name }).getByRole('cell');
    for (const name of names.slice(1, 3)) await expect(points(name)).toContainText(['1', '1–0', '3']);
    await expect(points(names[0])).toContainText(['3', '0–1', '1']);
  });
});
