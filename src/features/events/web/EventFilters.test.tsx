import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { renderInPage } from '#testing/page.tsx';
import { userEvent } from '#testing/user-event.ts';
import { type Chip, DayChips } from './EventFilters.tsx';

const ALL = { day: null, words: 'All days', href: '/#events' };
const FRIDAY = { day: '2025-11-14', words: 'Fri 14', href: '/?day=2025-11-14#events' };
const SATURDAY = { day: '2025-11-15', words: 'Sat 15', href: '/?day=2025-11-15#events' };

let reached: string[];
beforeEach(() => {
  reached = [];
  Element.prototype.scrollIntoView = function scrollIntoView(this: Element) {
    reached.push(this.id);
  };
});

const open = (chips: readonly Chip[], chosen: string | null = null) =>
  renderInPage(
    <>
      <DayChips chips={chips} chosen={chosen} />
      <section id="events" />
    </>,
  );

it('goes to the address of a day and to the top of the list, and adds no history entry', async () => {
  open([FRIDAY, SATURDAY]);
  const before = history.length;
  await userEvent.click(screen.getByRole('link', { name: 'Sat 15' }));
  expect([location.search, reached, history.length]).toEqual(['?day=2025-11-15', ['events'], before]);
});

it('marks the chosen day, and none when all are shown', () => {
  const { rerender } = open([ALL, FRIDAY, SATURDAY], '2025-11-15');
  const marked = () => screen.getAllByRole('link').filter((link) => link.hasAttribute('aria-current'));
  expect(marked().map(({ textContent }) => textContent)).toEqual(['Sat 15']);
  rerender(<DayChips chips={[FRIDAY, SATURDAY]} chosen={null} />);
  expect(marked()).toEqual([]);
});

it('is hidden for a single day', () => {
  open([FRIDAY]);
  expect(screen.queryByRole('navigation')).toBeNull();
});
