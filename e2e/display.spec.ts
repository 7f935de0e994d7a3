import type { Page } from '@playwright/test';
import type { Match } from '#features/brackets/contract.ts';
import { expectItFits } from './fits.ts';
import { expect, test, WITH_MOTION } from './journey.ts';
import type { Organiser } from './organiser.ts';

const KART = 'Turbo Kart Grand Prix';
const NO_NETWORK = /ERR_INTERNET_DISCONNECTED|Failed to load resource/;

test.use({ ...WITH_MOTION, viewport: { width: 1920, height: 1080 } });

async function tournament(organiser: Organiser) {
  const kart = (await organiser.events()).find(({ title }) => title === KART);
  if (kart === undefined) throw new Error('the sample has no tournament');
  if ((await organiser.matches(kart.id)).length === 0) await organiser.drawBracket(kart.id);
  return {
    id: kart.id,
    /** The higher seed wins 2 to 1. Returns null when nothing is left to play. */
    async playNext(): Promise<Match | null> {
      const ready = (await organiser.matches(kart.id)).find(({ status }) => status === 'ready');
      if (ready === undefined) return null;
      const first = (ready.player1?.seed ?? 0) < (ready.player2?.seed ?? 0);
      return organiser.enterScore(ready.id, first ? [2, 1] : [1, 2]);
    },
  };
}

const winnerOf = ({ winner, player1, player2 }: Match): string => (winner === 1 ? player1 : player2)?.name ?? '';

/** Elements that scroll or lie outside the screen. */
const overflow = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, scrollHeight } = document.documentElement;
    const beyond = [
      ...document.querySelectorAll(
        'main td, main h3, .display-match, .display-tag, .display-ready, .display-champion, main h1',
      ),
    ].filter((part) => {
      const { right, bottom } = part.getBoundingClientRect();
      return right > innerWidth || bottom > innerHeight;
    });
    return [scrollWidth - innerWidth, scrollHeight - innerHeight, beyond.length];
  });

test.describe('the sample’s tournament', () => {
  // Played to its end, so in a program of its own.
  test.use({ ownSettings: {} });

  test('shows results live, catches up after a network outage, and cuts nothing off at any size', async ({
    page,
    context,
    organiser,
    request,
    trouble,
  }) => {
    trouble.expect(NO_NETWORK);
    await page.clock.install();
    const cup = await tournament(organiser);
    const sentence = (words: string | RegExp) => page.getByRole('region', { name: 'Bracket' }).getByText(words).first();
    const toldAs = (match: Match) => {
      const loser = (match.winner === 1 ? match.player2 : match.player1)?.name ?? '';
      return `${winnerOf(match)} beat ${loser} 2 to 1.`;
    };

    await test.step('the running tournament is selected automatically', async () => {
      await cup.playNext();
      await page.goto('/display');
      await expect(page.getByRole('heading', { level: 1, name: KART })).toBeVisible();
      await expect(page).toHaveURL(`/display?event=${cup.id}`);
      await expect(page.getByRole('heading', { name: 'LIVE LEADERBOARD' })).toBeVisible();
      await expect(page.getByText('LIVE', { exact: true })).toBeVisible();
      await expect(page.getByRole('table').locator('tbody').getByRole('row')).toHaveCount(8);
    });

    await test.step('a result appears live, in rows and bracket', async () => {
      const match = await cup.playNext();
      if (match === null) throw new Error('nothing left to play');
      await expect(sentence(toldAs(match))).toBeAttached();
      await expect(page.getByRole('row').filter({ hasText: winnerOf(match) })).toBeVisible();
    });

    await test.step('names and ready matches have large text', async () => {
      // An element that was replaced meanwhile has no size.
      const sizeOf = (part: string) =>
        expect.poll(() =>
          page
            .locator(part)
            .first()
            .evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize)),
        );
      await sizeOf('.display-name[data-length="short"]').toBeGreaterThan(24);
      await sizeOf('.display-ready').toBeGreaterThan(20);
    });

    await test.step('nothing scrolls, at either size', async () => {
      expect(await overflow(page)).toEqual([0, 0, 0]);
      await page.setViewportSize({ width: 3840, height: 2160 });
      expect(await overflow(page)).toEqual([0, 0, 0]);
      await page.setViewportSize({ width: 1920, height: 1080 });
    });

    await test.step('the controls hide after a while without input, and come back', async () => {
      const controls = page.getByRole('toolbar', { name: 'Display' });
      await page.clock.fastForward(3_000);
      await expect(controls).toHaveCSS('opacity', '0');
      await page.mouse.move(400, 400);
      await expect(controls).toHaveCSS('opacity', '1');
      await page.clock.fastForward(3_000);
      await expect(controls).toHaveCSS('opacity', '0');
      await page.keyboard.press('Tab');
      await expect(controls).toHaveCSS('opacity', '1');
    });

    await test.step('without network it keeps its data and shows their time', async () => {
      await context.setOffline(true);
      await expect(page.getByText(/^as of \d+:\d\d [AP]M$/)).toBeVisible();
      await expect(page.getByRole('table').locator('tbody').getByRole('row')).toHaveCount(8);
      const missed = await cup.playNext();
      await context.setOffline(false);
      await expect(page.getByText('LIVE', { exact: true })).toBeVisible();
      if (missed !== null) await expect(sentence(toldAs(missed))).toBeAttached();
    });

    await test.step('the champion is shown', async () => {
      let last: Match | null = null;
      for (let match = await cup.playNext(); match !== null; match = await cup.playNext()) last = match;
      if (last === null) throw new Error('nothing left to play');
      await expect(page.getByText(`Champion: ${winnerOf(last)}`)).toBeVisible();
      await expect(page.locator('canvas.confetti')).toBeAttached();
      expect(await overflow(page)).toEqual([0, 0, 0]);
    });

    await test.step('the selection is in the address, and the server renders it', async () => {
      const other = (await organiser.events()).find(
        ({ title, tournamentType }) => title !== KART && tournamentType !== null,
      );
      if (other === undefined) throw new Error('the sample has one tournament only');
      expect(await (await request.get(`/display?event=${other.id}`)).text()).toContain(`>${other.title}</h1>`);
      await page.goto('/display');
      await page.getByRole('combobox', { name: 'Event' }).selectOption(other.title);
      await expect(page.getByRole('heading', { level: 1, name: other.title })).toBeVisible();
      await expect(page).toHaveURL(`/display?event=${other.id}`);
    });

    await test.step('fills the screen, and leaves it', async () => {
      await page.getByRole('button', { name: 'Enter fullscreen' }).click();
      await page.getByRole('button', { name: 'Exit fullscreen' }).click();
      await expect(page.getByRole('button', { name: 'Enter fullscreen' })).toBeVisible();
    });

    await test.step('a room of 80 letters without spaces is shown in full, on a phone and on the wall', async () => {
      const { id } = await organiser.addEvent({ title: 'Duel', location: 'Ballroom'.repeat(10) });
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(`/display?event=${id}`);
      const room = page.getByText('Ballroom'.repeat(10));
      await expect(room).toBeVisible();
      await expectItFits(page);
      for (const [width, height] of [
        [1280, 800],
        [1920, 1080],
      ] as const) {
        await page.setViewportSize({ width, height });
        await page.mouse.move(width / 2, height / 2);
        const cut = await room.evaluate((line) => [
          line.scrollWidth - line.clientWidth,
          line.scrollHeight - line.clientHeight,
        ]);
        expect(cut).toEqual([0, 0]);
        const clock = await page.locator('.display-clock').boundingBox();
        const controls = await page.getByRole('toolbar', { name: 'Display' }).boundingBox();
        expect((clock?.y ?? 0) + (clock?.height ?? 0)).toBeLessThanOrEqual(controls?.y ?? 0);
        expect(await overflow(page)).toEqual([0, 0, 0]);
      }
    });
  });
});
