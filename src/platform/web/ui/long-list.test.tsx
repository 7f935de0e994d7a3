import { render, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { BoxedList, LongList } from './long-list.tsx';

beforeEach(() => {
  // jsdom has no layout: without heights a box shows no rows.
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(60);
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(400);
});
const LISTS = [
  ['LongList', LongList],
  ['BoxedList', BoxedList],
] as const;

it.each(LISTS)('%s tells assistive technology the position of each row, counted from 1', async (_, List) => {
  render(
    <List label="Names" items={['Ada', 'Bo', 'Cy']} keyOf={(name) => name} rowHeight={60}>
      {(name) => name}
    </List>,
  );
  const rows = await screen.findAllByRole('listitem');
  expect(
    rows.map((row) => [row.textContent, row.getAttribute('aria-posinset'), row.getAttribute('aria-setsize')]),
  ).toEqual([
    ['Ada', '1', '3'],
    ['Bo', '2', '3'],
    ['Cy', '3', '3'],
  ]);
});

it.each(LISTS)('%s draws few of five thousand rows', async (_, List) => {
  const names = Array.from({ length: 5000 }, (_, index) => `Player ${index}`);
  render(
    <List label="Names" items={names} keyOf={(name) => name} rowHeight={60}>
      {(name) => name}
    </List>,
  );
  const rows = await screen.findAllByRole('listitem');
  expect(rows.length).toBeGreaterThan(5);
  expect(rows.length).toBeLessThan(60);
  expect(rows[0]?.getAttribute('aria-setsize')).toBe('5000');
});

it('LongList begins at its own top, however far down the page that is', async () => {
  const place = new DOMRect(0, 300, 400, 60);
  vi.spyOn(HTMLOListElement.prototype, 'getBoundingClientRect').mockReturnValue(place);
  render(
    <LongList label="Names" items={['Ada', 'Bo']} keyOf={(name) => name} rowHeight={60}>
      {(name) => name}
    </LongList>,
  );
  const [first] = await screen.findAllByRole('listitem');
  await waitFor(() => expect(first?.style.transform).toBe('translateY(0px)'));
});
