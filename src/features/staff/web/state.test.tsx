import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useAdminMode } from '#features/access/web/state.ts';
import { answerCalls, renderInPage } from '#testing/page.tsx';
import { useOpenDesk, useWork } from './state.ts';

function Desk() {
  const { isOpening } = useOpenDesk();
  useWork();
  const { desk } = useAdminMode();
  return <p>{desk?.name ?? (isOpening ? 'opening' : 'no desk')}</p>;
}

test('a link opens its desk also when what this phone may do was asked before and is answered later', async () => {
  const answers: ((work: unknown) => void)[] = [];
  let isOpen = false;
  answerCalls({
    'GET /api/staff': async () => ({ body: await new Promise((resolve) => answers.push(resolve)) }),
    'POST /api/helpers/open': () => {
      isOpen = true;
      return {
        body: { name: 'Mira', role: 'door', eventId: null, location: null, endsAt: '2025-11-14T05:00:00.000Z' },
      };
    },
  });
  const { container } = renderInPage(<Desk />, { at: '/helper#secret' });
  await waitFor(() => expect(isOpen).toBe(true));
  await waitFor(() => expect(answers).toHaveLength(2));
  answers[0]?.(null);
  answers[1]?.({ name: 'Mira', role: 'door', eventId: null, location: null, endsAt: null });
  await waitFor(() => expect(container.textContent).toContain('Mira'));
});
