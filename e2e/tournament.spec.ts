/**
 * A tournament from its first registration to its champion: at the organiser's desk, on a player's phone, on the wall. Over
 * 250 lines, because it is one story.
 */
import type { Page } from '@playwright/test';
import type { LeaderboardLine, Match } from '#features/brackets/contract.ts';
import { scanned } from '#testing/camera.ts';
import { expectNothingSerious } from './axe.ts';
import { expect, test } from './journey.ts';
import { justWrote, type Organiser, unique } from './organiser.ts';
import { dialog, expectToast, openUnlocked } from './screen.ts';

const NAMES = [
  ...['Ada', 'Bo', 'Cleo', 'Dev', 'Eve', 'Finn', 'Gus', 'Hana'],
  ...['Ivo', 'Jo', 'Kit', 'Lena', 'Max', 'Nia', 'Otto', 'Zoë'],
];
/** Registered on the phone under test. */
const MINE = 'Zoë';
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

test.use({ viewport: { width: 1280, height: 900 } });

/** Registers and checks in everybody, each on their own device. */
async function fill(organiser: Organiser, eventId: string, phone: Page) {
  const token = await tokenOf(organiser, eventId);
  for (const name of NAMES.filter((one) => one !== MINE)) {
    await organiser.checkIn(await organiser.register(eventId, name), token, name);
  }
  await phone.request.post('/api/rsvps', { data: { eventId, playerName: MINE } });
  await checkIn(token, phone, [MINE]);
}

const tokenOf = async (organiser: Organiser, eventId: string): Promise<string> =>
  new URL(scanned(await organiser.qrCode(eventId)).text).searchParams.get('token') ?? '';

async function checkIn(token: string, phone: Page, names: readonly string[]) {
  for (const playerName of names) {
    const answer = await phone.request.post('/api/check-in', { data: { token, playerName } });
    expect(answer.ok(), await answer.text()).toBe(true);
  }
}

const bracket = (page: Page) => page.getByRole('region', { name: 'Bracket', exact: true });
const matchButton = (page: Page, sentence: string) => bracket(page).getByRole('button', { name: sentence });
const readyMatch = (page: Page, { player1, player2 }: Match) =>
  matchButton(page, `: ${player1?.name} against ${player2?.name}, ready now`);

/** Enters 2 to 1 for the given player in the interface. */
async function play(page: Page, match: Match, winner: 1 | 2) {
  await readyMatch(page, match).click();
  const [form, names] = [page.getByRole('dialog'), [match.player1?.name ?? '', match.player2?.name ?? ''] as const];
  await form.getByLabel(names[0], { exact: true }).fill(winner === 1 ? '2' : '1');
  await form.getByLabel(names[1], { exact: true }).fill(winner === 1 ? '1' : '2');
  await expect(form.getByText(`Winner: ${names[winner - 1]}`, { exact: true })).toBeVisible();
  await form.getByRole('button', { name: 'Save Result' }).click();
  await expect(form).toHaveCount(0);
}

const firstReady = async (organiser: Organiser, id: string) =>
  (await organiser.matches(id)).find(({ status }) => status === 'ready');

/** The upper player wins the first match of a round, the lower one the second, and so on. */
const winnerOf = ({ position }: Match) => (position % 2 === 1 ? 1 : 2);

/** Enters results in the interface where `inInterface` says so, and over the API elsewhere, which takes a tenth of the time. */
async function playOn(
  page: Page,
  organiser: Organiser,
  id: string,
  { atMost = Number.POSITIVE_INFINITY, inInterface }: { atMost?: number; inInterface: (match: Match) => boolean },
) {
  for (let played = 0; played < atMost; played += 1) {
    const next = await firstReady(organiser, id);
    if (next === undefined) break;
    if (inInterface(next)) await play(page, next, winnerOf(next));
    else await organiser.enterScore(next.id, winnerOf(next) === 1 ? [2, 1] : [1, 2]);
  }
}

/** Expects the display's rows to equal the server's without a reload. */
async function expectOnTheWall(wall: Page, id: string) {
  const answer = await wall.request.get(`/api/leaderboard?eventId=${id}`, { headers: justWrote() });
  const rows = ((await answer.json()) as LeaderboardLine[]).slice(0, 8);
  const asShown = rows.map(
    ({ rank, playerName, wins, losses, points }) =>
      new RegExp(`^${rank}\\D*${playerName}.*${wins}.${losses}.*${points}$`),
  );
  await expect(wall.getByRole('table').locator('tbody').getByRole('row')).toHaveText(asShown);
}

test('draws sixteen players, takes their results and a correction, and shows the champion at desk, phone and wall', async ({
  page,
  otherPage,
  organiser,
  trouble,
}) => {
  test.setTimeout(120_000);
  trouble.expect(/status of 409/);
  const title = unique('Pier Kart Cup');
  const { id } = await organiser.addEvent({
    title,
    capacity: 16,
    tournamentType: 'double-elimination',
    startTime: new Date().toISOString(),
  });
  const phone = await otherPage(PHONE);
  await fill(organiser, id, phone);

  const wall = await otherPage({ viewport: { width: 1920, height: 1080 } });
  await wall.goto(`/display?event=${id}`);
  await expect(wall.getByText('Waiting for scores...')).toBeVisible();

  await test.step('the bracket is drawn by the button and opens', async () => {
    await openUnlocked(page, organiser, '/admin/control');
    await page.getByRole('button', { name: `Generate Bracket: ${title}` }).click();
    await expect(page).toHaveURL(`/admin/events/${id}?part=bracket`);
    await expect(page.getByRole('heading', { name: 'Ready now · 8' })).toBeVisible();
  });

  await test.step('a result by keyboard alone', async () => {
    const first = await firstReady(organiser, id);
    if (first === undefined) throw new Error('nothing to play');
    await readyMatch(page, first).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog').getByLabel(first.player1?.name ?? '', { exact: true })).toBeFocused();
    await page.keyboard.type('2');
    await page.keyboard.press('Tab');
    await page.keyboard.type('1');
    await page.keyboard.press('Enter');
    await expectToast(
      page,
      'Score saved',
      `${first.label}, match 1: ${first.player1?.name} beat ${first.player2?.name} 2 to 1.`,
    );
    await expect(page.getByRole('heading', { name: 'Ready now · 7' })).toBeVisible();
    await expect(matchButton(page, `match 1: ${first.player1?.name} beat `)).toBeFocused();
    await expectOnTheWall(wall, id);
  });

  await test.step('the phone shows the next match and marks its player', async () => {
    // The rest of the first round, of which one match by hand, which the lower player wins, and two matches after it.
    await playOn(page, organiser, id, {
      atMost: 9,
      inInterface: ({ label, position }) => label === 'Winners round 1' && position === 2,
    });
    await expectOnTheWall(wall, id);
    await phone.goto('/schedule');
    await expect(phone.getByText(/^Your next match: (Winners|Losers) /)).toBeVisible();
    await phone.goto(`/?event=${id}`);
    await phone.getByRole('button', { name: 'Bracket', exact: true }).click();
    const shown = dialog(phone, title);
    await expect(shown.getByText('you', { exact: true })).toBeVisible();
    await shown.getByRole('button', { name: 'Winners round 1', exact: true }).click();
    await expect(shown.getByText(/^Winners round 1, match \d: .* beat .* 2 to 1\./)).toHaveCount(8);
    await expectNothingSerious(phone);
  });

  await test.step('a correction lists what it clears, and clears only that', async () => {
    const before = await organiser.matches(id);
    const wrong = before.find(({ label, position }) => label === 'Winners round 1' && position === 1);
    if (wrong === undefined) throw new Error('no first match');
    await matchButton(page, 'Winners round 1, match 1: ').click();
    const form = dialog(page, 'Winners round 1, match 1');
    await form.getByLabel(wrong.player1?.name ?? '', { exact: true }).fill('0');
    await form.getByRole('button', { name: 'Save Result' }).click();
    await expect(form.getByRole('alert').getByText(/^Later matches depend on it\. Changing it clears /)).toBeVisible();
    await expectNothingSerious(page);
    await form.getByRole('button', { name: 'Clear and save' }).click();
    await expect(form).toHaveCount(0);
    const [was, is] = [before, await organiser.matches(id)].map((all) =>
      all.filter(({ bracket: part, round, status }) => part === 'winners' && round === 1 && status === 'done'),
    );
    expect(is?.slice(1)).toEqual(was?.slice(1));
    expect(is?.[0]).toMatchObject({ winner: 2, player1Score: 0 });
    await expect(matchButton(page, `: ${wrong.player2?.name} beat ${wrong.player1?.name} 1 to 0`)).toBeVisible();
    await expectOnTheWall(wall, id);
  });

  await test.step('the last result is undone and entered again', async () => {
    const next = await firstReady(organiser, id);
    if (next === undefined) throw new Error('nothing to play');
    await play(page, next, 1);
    await expect(matchButton(page, `: ${next.player1?.name} beat ${next.player2?.name} 2 to 1`)).toBeVisible();
    await page.getByRole('button', { name: 'Undo last result' }).click();
    await expect(readyMatch(page, next)).toBeVisible();
    await expectOnTheWall(wall, id);
  });

  await test.step('all the rest is played, and everybody sees the champion', async () => {
    await playOn(page, organiser, id, { inInterface: ({ label }) => label.startsWith('Grand final') });
    const final = (await organiser.matches(id)).at(-1);
    const champion = (final?.winner === 1 ? final.player1 : final?.player2)?.name ?? 'nobody';
    expect(NAMES).toContain(champion);
    for (const screen of [page, phone]) {
      await expect(screen.getByRole('status').filter({ hasText: 'Champion' })).toHaveText(`Champion${champion}`);
    }
    await expectOnTheWall(wall, id);
    await expect(wall.getByRole('status').filter({ hasText: champion })).toBeVisible();
  });
});
