import { cleanup, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { userEvent } from '#testing/user-event.ts';
import { InAppNote } from './InAppNote.tsx';

const note = () => screen.queryByRole('list', { name: 'This browser' });

it('says in an app’s browser where places stay, until it is closed', async () => {
  const agent = vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('(iPhone; CPU iPhone OS 18_5) Mobile/15E148');
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  render(<InAppNote />);
  expect(note()?.textContent).toContain('Open in Safari');
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss: about this browser' }));
  expect(note()).toBeNull();
  cleanup();
  render(<InAppNote />);
  expect(note()).toBeNull();
  localStorage.clear();
  agent.mockReturnValue('(iPhone; CPU iPhone OS 18_5) Version/18.5 Mobile/15E148 Safari/604.1');
  cleanup();
  render(<InAppNote />);
  expect(note()).toBeNull();
});
