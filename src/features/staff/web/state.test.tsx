import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useAdminMode } from '#features/access/web/state.ts';
import { answerCalls, renderInPage } from '#testing/page.tsx';
import { userEvent } from '#testing/user-event.ts';
import { useOpenDesk, useWork } from './state.ts';

function Desk() {
  const { isOffered, isOpening, open } = useOpenDesk();
  useWork();
  const { desk } = useAdminMode();
  return isOffered ? (
    <button type="button" onClick={open}>
      Open
    </button>
  ) : (
    <p>{desk?.name ?? (isOpening ? 'opening' : 'no desk')}</p>
  );
}

test('a link opens its desk by a press alone, also when what this phone may do was asked before and is answered later', async () => {
  const answers: ((work: unknown) => void)[] = [];
  let isOpen = false;
  const heard = answerCalls({
    'GET /api/staff': async () => ({ body: await new Promise((resolve) => answers.push(resolve)) }),
    'POST /api/helpers/open': () => {
      isOpen = true;
      return {
        body: { name: 'Mira', role: 'door', eventId: null, location: null, endsAt: '2025-11-14T05:00:00.000Z' },
      };
    },
  });
  const { container } = renderInPage(<Desk />, { at: '/helper#secret' });
  const button = await screen.findByRole('button', { name: 'Open' });
  await waitFor(() => expect(answers).toHaveLength(1));
  expect([heard.map(({ call }) => call), location.hash]).toEqual([['GET /api/staff'], '#secret']);
  await userEvent.click(button);
  await waitFor(() => expect(isOpen).toBe(true));
  await waitFor(() => expect(answers).toHaveLength(2));
  answers[0]?.(null);
  answers[1]?.({ name: 'Mira', role: 'door', eventId: null, location: null, endsAt: null });
  await waitFor(() => expect(container.textContent).toContain('Mira'));
  expect(location.hash).toBe('');
});
