import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { answerCalls, renderInPage, shownFestival } from '#testing/page.tsx';
import { DetailsPage, mapAddress } from './DetailsPage.tsx';

const open = () => {
  answerCalls({ 'GET /api/festival': () => ({ body: shownFestival }) });
  return renderInPage(<DetailsPage />, { at: '/details' });
};
const card = (name: string) => within(screen.getByRole('region', { name }));

it('has an introduction and five cards, with the dates and the address', async () => {
  open();
  await screen.findByText(shownFestival.faq.introduction);
  expect(screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual([
    'What?',
    'When?',
    'Where?',
    'Who?',
    'Why?',
  ]);
  card('What?').getByText('Games.');
  card('When?').getByText('13-16 November 2025');
  card('When?').getByText('In November.');
  card('Where?').getByText('Pixel Tide Hotel');
  const map = card('Where?').getByRole('link', { name: /1 Ocean Drive/ });
  expect(map.getAttribute('href')).toBe('https://www.openstreetmap.org/search?query=1%20Ocean%20Drive');
  card('Who?').getByText('You.');
  card('Why?').getByText('Fun.');
});

it('opens the device’s own map', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Linux; Android 14)');
  open();
  const map = await screen.findByRole('link', { name: /1 Ocean Drive/ });
  expect(map.getAttribute('href')).toBe('geo:0,0?q=Pixel%20Tide%20Hotel%2C%201%20Ocean%20Drive');
  vi.restoreAllMocks();
});

it.each([
  ['an iPhone', 'iPhone; CPU iPhone OS 17', 'https://maps.apple.com/?q=Inn%20%26%20Sea%2C%201%20A%23b'],
  ['a Mac', 'Macintosh; Intel Mac OS X', 'https://maps.apple.com/?q=Inn%20%26%20Sea%2C%201%20A%23b'],
  ['Android', 'Linux; Android 14', 'geo:0,0?q=Inn%20%26%20Sea%2C%201%20A%23b'],
  ['anything else, and the server', '', 'https://www.openstreetmap.org/search?query=1%20A%23b'],
])('on %s', (_, device, address) => {
  expect(mapAddress('Inn & Sea', '1 A#b', device)).toBe(address);
});
