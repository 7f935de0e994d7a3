import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { userEvent } from '#testing/user-event.ts';
import { useArrowKeys } from './focus.ts';

const Row = ({ names }: { names: string[] }) => (
  <>
    <div {...useArrowKeys()} role="toolbar" aria-label="Filters">
      {names.map((name) => (
        <button key={name} type="button">
          {name}
        </button>
      ))}
    </div>
    <button type="button">After</button>
  </>
);
const focused = () => document.activeElement?.textContent;

test('a row is one Tab stop, and the arrow keys move around in it', async () => {
  render(<Row names={['One', 'Two', 'Three']} />);
  screen.getByRole('toolbar', { name: 'Filters' });
  const seen = [];
  for (const key of ['{Tab}', '{ArrowRight}', '{ArrowRight}', '{ArrowRight}', '{ArrowLeft}', '{Tab}']) {
    await userEvent.keyboard(key);
    seen.push(focused());
  }
  expect(seen).toEqual(['One', 'Two', 'Three', 'One', 'Three', 'After']);
  await userEvent.tab({ shift: true });
  expect(focused()).toBe('Three');
});

test('a row whose stop went away can still be reached', async () => {
  const { rerender } = render(<Row names={['One', 'Two']} />);
  await userEvent.tab();
  await userEvent.keyboard('{ArrowRight}');
  rerender(<Row names={['One']} />);
  await userEvent.tab();
  expect(focused()).toBe('One');
});
