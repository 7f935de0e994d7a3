import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { answerCalls, renderInPage, shownFestival } from '#testing/page.tsx';
import { findDialog, userEvent } from '#testing/user-event.ts';
import type { FactsDesk } from '../contract.ts';
import { FactsCard } from './FactsCard.tsx';
import { FactsPreview } from './FactsDialog.tsx';

/** The page's clock stands at 13 November, 1 PM, so emails of events before 14 October, 1 PM, are due. */
const [DUE, KEPT] = ['2025-10-13', '2025-10-14'];
const WARNING = /emails of events that began more than 30 days ago will be deleted for good/;
const { timeZone: _, ...facts } = shownFestival;

beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined;
});

it.each([
  [DUE, '2025-11-16', 1],
  [KEPT, '2025-11-16', 0],
  ['', '2025-11-16', 0],
  ['12025-10-13', '2025-11-16', 0],
  // Deleted long since.
  [DUE, '2025-10-01', 0],
])('warns of the emails that a last day of %s instead of %s deletes: %i', (lastDay, before, warnings) => {
  renderInPage(
    <FactsPreview
      another={[]}
      onAnother={() => undefined}
      was={{ ...facts, lastDay: before }}
      facts={{ ...facts, lastDay }}
      hero={null}
    />,
  );
  expect(screen.queryAllByText(WARNING)).toHaveLength(warnings);
});

const useFile = async (fileLastDay: string) => {
  const desk: FactsDesk = { facts, revision: 3, isEdited: true, undoUntil: null, fileLastDay };
  const heard = answerCalls({
    'GET /api/admin/festival': () => ({ body: desk }),
    'POST /api/admin/festival/use-file': () => ({ body: { ...desk, isEdited: false } }),
  });
  renderInPage(<FactsCard hero={null} />, { admin: true });
  await userEvent.click(await screen.findByRole('button', { name: 'Go back to the file' }));
  return () => heard.filter(({ call }) => call.startsWith('POST')).map(({ body }) => body);
};

it('goes back to the file at once when that deletes no emails', async () => {
  const sent = await useFile(KEPT);
  expect(sent()).toEqual([{ expectedRevision: 3 }]);
});

it('asks before it goes back to a file whose last day deletes emails', async () => {
  const sent = await useFile(DUE);
  await findDialog('Go back to the file');
  screen.getByText(WARNING);
  expect(sent()).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Use the file' }));
  expect(sent()).toEqual([{ expectedRevision: 3 }]);
  await screen.findByText('Back to the server’s file');
  expect(screen.queryByRole('dialog')).toBeNull();
});
