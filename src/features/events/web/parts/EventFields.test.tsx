import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { renderInPage } from '#testing/page.tsx';
import { shownEvent } from '#testing/shown-event.ts';
import { userEvent } from '#testing/user-event.ts';
import { readQuestions } from '../../rules/questions.ts';
import { EventFields } from './EventFields.tsx';
import { EMPTY_FORM, type EventForm } from './event-form.ts';

const ZONE = 'America/New_York';
const past = shownEvent({ startTime: '2025-11-13T16:00:00.000Z' });

it.each([
  ['that is now', '2025-11-13T13:00', undefined, false],
  ['a minute ago', '2025-11-13T12:59', undefined, true],
  ['that nobody typed yet', '', undefined, false],
  ['with a half-typed year', '0020-11-13T12:59', undefined, false],
  ['that the edited event has', '2025-11-13T11:00', past.id, false],
  ['that the edited event gets', '2025-11-13T11:30', past.id, true],
])('says of a start %s whether it is in the past', (_, startTime, eventId, isPast) => {
  renderInPage(
    <EventFields
      form={{ ...EMPTY_FORM, startTime }}
      problems={{}}
      zone={ZONE}
      eventId={eventId}
      onChange={() => undefined}
    />,
    { events: [past] },
  );
  const said = isPast ? 'This is in the past. ' : '';
  const field = screen.getByLabelText<HTMLInputElement>(/^Start Time/);
  const hint = document.getElementById(field.getAttribute('aria-describedby') ?? '');
  expect(hint?.textContent).toBe(`${said}In the festival’s zone, America/New York.`);
});

function TypedForm({ onForm }: { onForm: (form: EventForm) => void }) {
  const [form, setForm] = useState(EMPTY_FORM);
  onForm(form);
  return (
    <EventFields
      form={form}
      problems={{}}
      zone={ZONE}
      onChange={(name, value) => setForm((before) => ({ ...before, [name]: value }))}
    />
  );
}

it('adds, changes and removes a question, with its choices in lines', async () => {
  let form = EMPTY_FORM;
  renderInPage(
    <TypedForm
      onForm={(shown) => {
        form = shown;
      }}
    />,
    { events: [] },
  );
  await userEvent.click(screen.getByText('Questions to each person'));
  await userEvent.click(screen.getByRole('button', { name: 'Add a question' }));
  await userEvent.type(screen.getByLabelText('Question 1'), 'Shirt');
  await userEvent.selectOptions(screen.getByLabelText('Answer 1'), 'One of several');
  await userEvent.selectOptions(screen.getByLabelText('Needed 1'), 'It can be left empty');
  await userEvent.type(screen.getByLabelText('Choices 1'), 'S{Enter}M, L');
  const shirt = { id: expect.any(String), label: 'Shirt', kind: 'choice', choices: ['S', 'M, L'], required: false };
  expect(readQuestions(form.questions)).toEqual([shirt]);
  await userEvent.click(screen.getByRole('button', { name: 'Add a question' }));
  await userEvent.click(screen.getByRole('button', { name: 'Add a question' }));
  expect(screen.queryByRole('button', { name: 'Add a question' })).toBeNull();
  for (const number of [2, 2, 1])
    await userEvent.click(screen.getByRole('button', { name: `Remove question ${number}` }));
  expect(form.questions).toBe('');
});
