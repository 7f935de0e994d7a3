import { act, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { answerCalls, renderInPage, shownFestival } from '#testing/page.tsx';
import { userEvent } from '#testing/user-event.ts';
import sample from '../../../../festival.json' with { type: 'json' };
import { withMissionIds } from '../contract.ts';
import { TopGunPage } from './TopGunPage.tsx';

afterEach(() => {
  localStorage.clear();
  vi.restoreAllMocks();
});

const shownMissions = withMissionIds(sample.missions);
const open = async () => {
  answerCalls({ 'GET /api/festival': () => ({ body: { ...shownFestival, missions: shownMissions } }) });
  const page = renderInPage(<TopGunPage />, { at: '/top-gun' });
  await screen.findByText(/ of 42 done/);
  return page;
};
const mission = (task: RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name: task });
const HELLO = /^Say hello/;

it('explains the competition, then lists the six categories in order with every mission and its points', async () => {
  await open();
  screen.getByRole('heading', { level: 2, name: 'How to Compete' });
  const cards = sample.missions.map(({ category }) => within(screen.getByRole('region', { name: category })));
  const shown = cards.map((card) => card.getAllByRole('checkbox').length);
  expect(shown).toEqual(sample.missions.map(({ missions }) => missions.length));
  const headings = screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent);
  expect(headings.slice(-6)).toEqual(['Chat community', 'Out on the Town', 'Games', 'Sandbar', 'Events', 'Shinies']);
  mission(/^Say hello .* 1 point$/);
  mission(/1,000,000 points$/);
  for (const words of ['1 for each year', '2 (Limit 2)', '1 per color']) cards[5]?.getByText(words);
  mission(/^Bring all 7 meeples .* 5 points$/);
});

it('ticks and unticks missions and stores them on this device', async () => {
  const first = await open();
  await userEvent.click(mission(HELLO));
  await userEvent.click(mission(/^Win a thumb war/));
  screen.getByText('2 of 42 done');
  expect(screen.getByRole('meter', { name: 'Missions done' }).getAttribute('aria-valuenow')).toBe('2');
  within(screen.getByRole('region', { name: 'Sandbar' })).getByText('1 of 7');
  first.unmount();

  await open();
  await screen.findByText('2 of 42 done');
  expect(mission(HELLO).checked).toBe(true);
  await userEvent.click(mission(HELLO));
  screen.getByText('1 of 42 done');
});

it('celebrates only the last mission of a category', async () => {
  await open();
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  const confetti = vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  const boxes = within(screen.getByRole('region', { name: 'Shinies' })).getAllByRole<HTMLInputElement>('checkbox');
  for (const box of boxes.slice(0, -1)) await userEvent.click(box);
  await userEvent.click(mission(HELLO));
  await userEvent.click(boxes[0] as HTMLInputElement);
  await userEvent.click(boxes[0] as HTMLInputElement);
  expect(confetti).toHaveBeenCalledTimes(0);
  await userEvent.click(boxes.at(-1) as HTMLInputElement);
  within(screen.getByRole('region', { name: 'Shinies' })).getByText('All done');
  expect(confetti).toHaveBeenCalledTimes(1);
  await userEvent.click(boxes[0] as HTMLInputElement);
  expect(confetti).toHaveBeenCalledTimes(1);
});

it('follows ticks made in another tab', async () => {
  await open();
  const [{ category, missions }] = sample.missions as [(typeof sample.missions)[number]];
  localStorage.setItem('ticked missions', JSON.stringify([`${category}: ${missions[0]?.task}`]));
  act(() => void dispatchEvent(new StorageEvent('storage', { key: 'ticked missions' })));
  screen.getByText('1 of 42 done');
});

it('moves ticks from before missions had ids, also of a mission whose words have changed since', async () => {
  localStorage.setItem(
    'ticked missions',
    '["Sandbar: Win a thumb war, best of three","Sandbar: Say hello to the sea"]',
  );
  const [chat, ...rest] = shownMissions;
  const [hello, ...others] = chat?.missions ?? [];
  const reworded = {
    category: 'Chat',
    missions: [{ ...hello, id: 'say-hello-to-the-sea', task: 'Wave at the sea' }, ...others],
  };
  answerCalls({ 'GET /api/festival': () => ({ body: { ...shownFestival, missions: [reworded, ...rest] } }) });
  renderInPage(<TopGunPage />, { at: '/top-gun' });
  await screen.findByText('2 of 42 done');
  await userEvent.click(mission(/^Wave at the sea/));
  screen.getByText('1 of 42 done');
  expect(localStorage.getItem('ticked missions')).toBe('["win-a-thumb-war-best-of-three"]');
});

it.each(['{', '"text"', '[1, null]', '{"a": 1}', '["Games: not a mission any more"]'])(
  'ignores %s in local storage',
  async (written) => {
    localStorage.setItem('ticked missions', written);
    await open();
    await screen.findByText('0 of 42 done');
    await userEvent.click(mission(HELLO));
    screen.getByText('1 of 42 done');
  },
);

it('works without local storage', async () => {
  for (const method of ['getItem', 'setItem'] as const) {
    vi.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new DOMException('no', 'SecurityError');
    });
  }
  await open();
  await userEvent.click(mission(HELLO));
  screen.getByText('1 of 42 done');
});
