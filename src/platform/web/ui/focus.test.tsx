import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { focusAncestorOnUnmount } from './focus.ts';

const Page = ({ isStep }: { isStep: boolean }) => (
  <section tabIndex={-1} aria-label="Card">
    {isStep && (
      <div ref={focusAncestorOnUnmount}>
        <button type="button">Upload</button>
      </div>
    )}
  </section>
);

it('moves the focus of an element that goes away to the nearest ancestor that takes it', () => {
  const { rerender } = render(<Page isStep />);
  screen.getByRole('button', { name: 'Upload' }).focus();
  rerender(<Page isStep={false} />);
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Card' }));
});

it('moves no focus when the element that goes away had none', () => {
  const { rerender } = render(<Page isStep />);
  rerender(<Page isStep={false} />);
  expect(document.activeElement).toBe(document.body);
});
