import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { answerCalls, renderInPage, shownFestival } from '#testing/page.tsx';
import { userEvent } from '#testing/user-event.ts';
import { Thanks } from './Thanks.tsx';
import { WinnersScreen } from './WinnersScreen.tsx';

const WINNERS = {
  tournaments: [{ eventId: 'cup', title: 'Pier Cup', names: ['Rosa', 'Theo'] }],
  top: [
    { name: 'Rosa', score: 12 },
    { name: 'Theo', score: 12 },
    { name: 'Gus', score: 1 },
  ],
};

it('thanks with the organisers’ words, who won, and the ten best', async () => {
  answerCalls({ 'GET /api/winners': () => ({ body: WINNERS }) });
  renderInPage(<Thanks />, { events: [] });
  const winners = await screen.findByRole('region', { name: 'Winners' });
  within(winners).getByText('Rosa and Theo');
  expect(within(winners).getByRole('link', { name: 'Pier Cup' }).getAttribute('href')).toBe('/?event=cup');
  const top = within(screen.getByRole('region', { name: 'Top ten' })).getAllByRole('listitem');
  expect(top.map(({ textContent }) => textContent)).toEqual(['1. Rosa12 points', '1. Theo12 points', '3. Gus1 point']);
  screen.getByText('The festival is over. Thank you for playing with us.');
});

it('shows the pictures that organisers chose, and none that is gone', async () => {
  answerCalls({ 'GET /api/winners': () => ({ body: WINNERS }) });
  const thanksPictures = ['Pier', 'Cup', 'Crew'].map((name) => ({ id: name.toLowerCase(), name }));
  renderInPage(<Thanks />, { events: [], festival: { ...shownFestival, thanks: 'Bye!', thanksPictures } });
  await screen.findByText('Bye!');
  const shown = () =>
    screen.getAllByRole('img').map((picture) => [picture.getAttribute('src'), picture.getAttribute('alt')]);
  expect(shown()).toEqual([
    ['/pictures/pier', 'Pier'],
    ['/pictures/cup', 'Cup'],
    ['/pictures/crew', 'Crew'],
  ]);
  for (const name of ['Pier', 'Crew']) fireEvent.error(screen.getByRole('img', { name }));
  expect(shown()).toEqual([['/pictures/cup', 'Cup']]);
});

it('the page of winners is shared by the phone’s own list of apps', async () => {
  answerCalls({ 'GET /api/winners': () => ({ body: WINNERS }) });
  const share = vi.fn(async () => undefined);
  Object.assign(navigator, { share });
  renderInPage(<WinnersScreen />);
  await userEvent.click(await screen.findByRole('button', { name: 'Share' }));
  const title = `the winners of ${shownFestival.name}`;
  expect(share).toHaveBeenCalledExactlyOnceWith({ title, url: `${location.origin}/winners` });
  Reflect.deleteProperty(navigator, 'share');
});

it('the page of winners says that nobody has won yet, or that they did not load', async () => {
  answerCalls({ 'GET /api/winners': () => ({ body: { tournaments: [], top: [] } }) });
  const { unmount } = renderInPage(<WinnersScreen />);
  await screen.findByText('Nobody has won yet');
  unmount();
  answerCalls({ 'GET /api/winners': () => ({ status: 503 }) });
  renderInPage(<WinnersScreen />);
  await screen.findByText('The winners didn’t load');
});
