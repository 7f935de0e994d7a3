import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Loading } from './loading.tsx';

it('draws as many placeholders as asked for, and says once what loads', () => {
  render(<Loading words="Loading games" count={3} className="h-9" />);
  expect(screen.getByRole('status').querySelectorAll('.skeleton')).toHaveLength(3);
  screen.getByText('Loading games');
});
