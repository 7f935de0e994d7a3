import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { renderInPage } from '#testing/page.tsx';
import { DayJump, type Stop } from './DayJump.tsx';

const FRIDAY = { id: 'day-2025-11-14', words: 'Fri 14', href: '/?day=2025-11-14' };
const SATURDAY = { id: 'day-2025-11-15', words: 'Sat 15', href: '/?day=2025-11-15' };

let reached: string[];
beforeEach(() => {
  reached = [];
  Element.prototype.scrollIntoView = function scrollIntoView(this: Element) {
    reached.push(this.id);
  };
});

const open = (stops: readonly Stop[], listed = stops) =>
  renderInPage(
    <>
      <DayJump stops={stops} chosen={null} listed={listed.length} />
      {listed.map(({ id }) => (
        <section key={id} id={id} tabIndex={-1} />
      ))}
    </>,
  );

it('jumps to each day, moves the focus, and adds no history entry', async () => {
  open([FRIDAY, SATURDAY]);
  await userEvent.click(screen.getByRole('link', { name: 'Sat 15' }));
  expect(reached[0]).toBe(SATURDAY.id);
  expect(document.activeElement?.id).toBe(SATURDAY.id);
  expect(location.hash).toBe('');
});

it('goes to the page of a day that is not in the list', async () => {
  open([FRIDAY, SATURDAY], [FRIDAY]);
  await userEvent.click(screen.getByRole('link', { name: 'Sat 15' }));
  expect(location.search).toBe('?day=2025-11-15');
});

it('is hidden for a single day', () => {
  open([FRIDAY]);
  expect(screen.queryByRole('navigation')).toBeNull();
});
