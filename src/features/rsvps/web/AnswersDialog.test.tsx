import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { Question } from '#features/events/contract.ts';
import { answerCalls, type Heard, type Reply, renderInPage } from '#testing/page.tsx';
import { shownEvent } from '#testing/shown-event.ts';
import { userEvent } from '#testing/user-event.ts';
import { AnswersDialog } from './AnswersDialog.tsx';

const questions: Question[] = [
  { id: 'age', label: 'Age', kind: 'number', required: true },
  { id: 'shirt', label: 'Shirt', kind: 'choice', choices: ['S', 'M'], required: false },
];
const place = { id: 'r1', playerName: 'Alex', answers: { age: 12, shirt: 'M' } };

const open = (reply: () => Reply, isStaff = false) => {
  const heard: Heard[] = [];
  answerCalls({
    'PATCH /api/rsvps/r1/answers': (sent) => {
      heard.push(sent);
      return reply();
    },
  });
  const onClose = vi.fn();
  renderInPage(
    <AnswersDialog event={shownEvent({ questions })} place={place} isStaff={isStaff} onClose={onClose} />,
    isStaff ? { admin: true } : {},
  );
  return { heard, onClose };
};
const save = () => screen.getByRole('button', { name: 'Save' });

it('changes answers, and takes away what was emptied', async () => {
  const { heard, onClose } = open(() => ({ body: { answers: { age: 13 } } }));
  screen.getByRole('dialog', { description: 'Alex · Catan Open' });
  await userEvent.clear(screen.getByLabelText(/^Age/));
  expect(save().getAttribute('aria-disabled')).toBe('true');
  await userEvent.type(screen.getByLabelText(/^Age/), '13');
  await userEvent.selectOptions(screen.getByLabelText('Shirt (optional)'), '');
  await userEvent.click(save());
  await screen.findByText('Answers saved');
  expect(heard.map(({ body }) => body)).toEqual([{ answers: { age: 13, shirt: null } }]);
  expect(onClose).toHaveBeenCalledOnce();
});

it('needs no answer at the door', async () => {
  const { heard } = open(() => ({ body: { answers: {} } }), true);
  await userEvent.clear(screen.getByLabelText('Age (optional)'));
  await userEvent.click(save());
  await screen.findByText('Answers saved');
  expect(heard.map(({ body }) => body)).toEqual([{ answers: { age: null } }]);
});

it('keeps what was typed when it fails, and says why', async () => {
  const { onClose } = open(() => ({
    status: 403,
    body: { code: 'NOT_YOURS', message: 'This place belongs to another phone.' },
  }));
  await userEvent.type(screen.getByLabelText(/^Age/), '0');
  await userEvent.click(save());
  await screen.findByText('This place belongs to another phone.');
  expect((screen.getByLabelText(/^Age/) as HTMLInputElement).value).toBe('120');
  expect(onClose).not.toHaveBeenCalled();
});
