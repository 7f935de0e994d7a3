import { cleanup, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { rememberName } from '#features/people/names/web/state.ts';
import { itSendsLikeEveryDialog, renderDialog } from '#testing/dialog.tsx';
import { answerCalls, type Heard, type Reply, renderInPage } from '#testing/page.tsx';
import { shownEvent } from '#testing/shown-event.ts';
import { userEvent } from '#testing/user-event.ts';
import { RsvpDialog } from './RsvpDialog.tsx';

const taken = { status: 201, body: { id: 'r1', eventId: 'catan', playerName: 'Alex', checkedIn: false } };

const open = (reply: () => Reply | Promise<Reply>, more: Record<string, () => Reply> = {}, event = shownEvent()) => {
  const heard: Heard[] = [];
  const note = (sent: Heard) => {
    heard.push(sent);
    return reply();
  };
  answerCalls({ 'POST /api/rsvps': note, ...more });
  const onClose = vi.fn();
  renderInPage(<RsvpDialog event={event} zone="America/New_York" onClose={onClose} />);
  return { heard, closed: () => onClose.mock.calls.length };
};
const name = () => screen.getByLabelText(/^Player Name/);
const email = () => screen.getByLabelText('Email (optional)');
const confirm = () => screen.getByRole('button', { name: 'Confirm' });
const refused = (code: string, message: string, field?: string) => () => ({
  status: 409,
  body: { code, message, field },
});

itSendsLikeEveryDialog('Register for Event', {
  open: () => renderDialog((onClose) => <RsvpDialog event={shownEvent()} zone="America/New_York" onClose={onClose} />),
  fill: async () => {
    screen.getByRole('dialog', { description: 'Catan Open · Nov 13, 3:00 PM · Ballroom A' });
    await userEvent.type(name(), '  Alex ');
    await userEvent.type(email(), '  ');
  },
  press: 'Confirm',
  busy: 'Registering...',
  call: 'POST /api/rsvps',
  body: { eventId: 'catan', playerName: 'Alex' },
  answer: taken,
  done: 'Alex has a place in Catan Open, 3:00 PM.',
  failed: 'Error',
  refusedField: ['playerName', /^Player Name/],
  lostToast: /^No connection\. This browser can’t keep a change for later/,
  hasKey: true,
});

it('shows a refusal only while the field says what was refused', async () => {
  const sentence = 'Someone called Alex has a place already. Add an initial.';
  open(refused('ALREADY_REGISTERED', sentence, 'playerName'));
  await userEvent.type(name(), 'Alex');
  await userEvent.click(confirm());
  const underTheField = () => document.getElementById(`${name().id}-error`)?.textContent;
  await waitFor(() => expect(underTheField()).toBe(sentence));
  await userEvent.type(name(), ` ${'B'.repeat(60)}`);
  expect(underTheField()).toBe('At most 60 characters.');
  await userEvent.clear(name());
  await userEvent.type(name(), 'Alex ');
  expect(underTheField()).toBe(sentence);
});

it('sends no name that is too long once clean, and says why', async () => {
  const { heard } = open(() => taken);
  await userEvent.click(name());
  await userEvent.paste('x'.repeat(61));
  await userEvent.keyboard('{Enter}');
  await userEvent.click(confirm());
  screen.getByText('The player name is longer than 60 characters.');
  expect(heard).toEqual([]);
  await userEvent.clear(name());
  await userEvent.paste(`${'x'.repeat(30)}   ${'y'.repeat(29)}`);
  await userEvent.click(confirm());
  await screen.findByText('Success!');
});

it('sends nothing without a name, whatever is pressed', async () => {
  const { heard } = open(() => taken);
  await userEvent.type(name(), '   ');
  expect(confirm().getAttribute('aria-disabled')).toBe('true');
  await userEvent.click(confirm());
  expect(heard).toEqual([]);
});

it('shows a fixed text for anything else, and a problem at its field', async () => {
  open(() => ({
    status: 400,
    body: { code: 'BAD_INPUT', message: 'Player email is not an email address.', field: 'playerEmail' },
  }));
  await userEvent.type(name(), 'Alex');
  await userEvent.type(email(), 'nope');
  await userEvent.click(confirm());
  await screen.findByText('Failed to register for event. Please try again.');
  expect(email().getAttribute('aria-invalid')).toBe('true');
  screen.getByText('Player email is not an email address.');
});

it('fills in the first name of this device, starts at Confirm, and remembers the name of a new place', async () => {
  rememberName('Rosa');
  rememberName('Theo');
  const { heard } = open(() => taken);
  expect([(name() as HTMLInputElement).value, document.activeElement]).toEqual(['Rosa', confirm()]);
  await userEvent.click(screen.getByRole('button', { name: 'Someone else' }));
  await userEvent.type(name(), 'Alex');
  await userEvent.click(confirm());
  await screen.findByText('Success!');
  expect(heard.at(-1)?.body).toEqual({ eventId: 'catan', playerName: 'Alex' });
  expect(screen.getAllByRole('button', { name: /^(Alex|Rosa|Theo)$/ }).map((one) => one.textContent)).toEqual([
    ...['Rosa', 'Alex', 'Theo'],
  ]);
});

it('asks for several people in one act: chips of known names, none twice, and a confirmation with all names', async () => {
  rememberName('Rosa');
  rememberName('Theo');
  const body = ['Rosa', 'Theo', 'Mum'].map((playerName) => ({ ...taken.body, id: playerName, playerName }));
  const { heard } = open(() => ({ status: 201, body }));
  const add = () => userEvent.click(screen.getByRole('button', { name: 'Add another person' }));
  await add();
  const second = screen.getByLabelText<HTMLInputElement>(/^Person 2/);
  expect([second.value, document.activeElement, confirm().getAttribute('aria-disabled')]).toEqual(['', second, 'true']);
  screen.getByText('Type the name of person 2, or remove it.');
  expect(screen.queryByRole('button', { name: 'Rosa' })?.getAttribute('aria-pressed')).toBe('true');
  await userEvent.click(screen.getAllByRole('button', { name: 'Theo' }).at(-1) as HTMLElement);
  expect(second.value).toBe('Theo');
  await add();
  await userEvent.type(screen.getByLabelText(/^Person 3/), 'rosa');
  screen.getByText('rosa is there twice.');
  await userEvent.click(screen.getByRole('button', { name: 'Remove person 3' }));
  await add();
  await userEvent.type(screen.getByLabelText(/^Person 3/), 'Mum ');
  await userEvent.click(confirm());
  await screen.findByText('Success!');
  screen.getByText('Rosa, Theo and Mum have places in Catan Open, 3:00 PM.');
  expect(heard.at(-1)?.body).toEqual({ eventId: 'catan', playerNames: ['Rosa', 'Theo', 'Mum'] });
});

it('adds and takes out the people of this device by a tap each: four in three taps and Confirm', async () => {
  const family = ['Rosa', 'Theo', 'Mum', 'Gus'];
  for (const person of family) rememberName(person);
  const body = family.map((playerName) => ({ ...taken.body, id: playerName, playerName }));
  const { heard } = open(() => ({ status: 201, body }));
  const chip = (person: string) => screen.getByRole('button', { name: person });
  for (const person of family.slice(1)) await userEvent.click(chip(person));
  expect(document.activeElement).toBe(chip('Gus'));
  await userEvent.click(chip('Theo'));
  expect(chip('Theo').getAttribute('aria-pressed')).toBe('false');
  await userEvent.click(chip('Theo'));
  await userEvent.click(confirm());
  await screen.findByText('Success!');
  expect(heard.at(-1)?.body).toEqual({ eventId: 'catan', playerNames: ['Rosa', 'Mum', 'Gus', 'Theo'] });
});

it('offers no more people than there are seats, or than a device may have', async () => {
  open(() => taken, {}, shownEvent({ capacity: 16, currentRegistrations: 14 }));
  const add = () => screen.queryByRole('button', { name: 'Add another person' });
  await userEvent.click(add() as HTMLElement);
  expect(add()).toBeNull();
  cleanup();
  open(() => taken, {}, shownEvent({ id: 'go', currentRegistrations: 0 }));
  for (let person = 2; person <= 6; person += 1) await userEvent.click(add() as HTMLElement);
  expect(add()).toBeNull();
});

it('shows at the name of which person the server refused it', async () => {
  const sentence = 'Someone called Theo has a place already. Add an initial.';
  open(refused('ALREADY_REGISTERED', sentence, 'playerNames.1'));
  await userEvent.type(name(), 'Rosa');
  await userEvent.click(screen.getByRole('button', { name: 'Add another person' }));
  const second = screen.getByLabelText(/^Person 2/);
  await userEvent.type(second, 'Theo');
  await userEvent.click(confirm());
  await waitFor(() => expect(document.getElementById(`${second.id}-error`)?.textContent).toBe(sentence));
  expect(document.getElementById(`${name().id}-error`)?.textContent).toBe('');
});

it('does not offer a name that has a place in this event', async () => {
  rememberName('Rosa');
  rememberName('Theo');
  const places = [{ id: 'r1', eventId: 'catan', playerName: 'THEO', checkedIn: false }];
  open(() => taken, { 'GET /api/rsvps/my': () => ({ body: places }) });
  await waitFor(() => expect((name() as HTMLInputElement).value).toBe('Rosa'));
  expect(screen.queryByRole('button', { name: 'Theo' })).toBeNull();
});

it('says where this person is at that time, and forbids nothing', async () => {
  const quiz = shownEvent({ id: 'quiz', title: 'Quiz', startTime: '2025-11-13T19:30:00.000Z', duration: 60 });
  const mine = { body: [{ id: 'r2', eventId: 'quiz', playerName: 'Alex', checkedIn: false }] };
  const { heard } = open(() => taken, { 'GET /api/rsvps/my': () => mine, 'GET /api/events': () => ({ body: [quiz] }) });
  await userEvent.type(name(), 'alex');
  await screen.findByText('You are in Quiz until 3:30 PM.');
  await userEvent.type(name(), 'a');
  expect(screen.queryByText(/^You are in/)).toBeNull();
  await userEvent.type(name(), '{Backspace}');
  await userEvent.click(confirm());
  await screen.findByText('Success!');
  expect(heard).toHaveLength(1);
});

it('keeps what was typed into a form that was opened while the one before was being sent', async () => {
  const sent = Promise.withResolvers<Reply>();
  open(() => sent.promise);
  await userEvent.type(name(), 'Alex');
  await userEvent.click(confirm());
  cleanup();
  open(() => taken);
  await userEvent.clear(name());
  await userEvent.type(name(), 'Robin');
  sent.resolve(taken);
  await screen.findByText('Success!');
  cleanup();
  open(() => taken);
  expect((name() as HTMLInputElement).value).toBe('Robin');
});

it('keeps what was typed when it is closed, per event, until it is sent, cancelled or started over', async () => {
  const again = (title: string) => {
    cleanup();
    open(() => taken, {}, shownEvent({ id: title, title }));
    return [(name() as HTMLInputElement).value, (email() as HTMLInputElement).value];
  };
  rememberName('Rosa');
  expect(again('Chess')).toEqual(['Rosa', '']);
  await userEvent.clear(name());
  await userEvent.type(name(), 'Rob');
  await userEvent.type(email(), 'rob@');
  await userEvent.keyboard('{Escape}');
  expect(again('Go')).toEqual(['Rosa', '']);
  expect(again('Chess')).toEqual(['Rob', 'rob@']);
  screen.getByText('This is what you typed before.');
  expect(document.activeElement).toBe(name());
  await userEvent.click(screen.getByRole('button', { name: 'Start over' }));
  expect([(name() as HTMLInputElement).value, screen.queryByText('This is what you typed before.')]).toEqual([
    'Rosa',
    null,
  ]);
  await userEvent.type(email(), 'rob@');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(again('Chess')).toEqual(['Rosa', '']);
  await userEvent.type(email(), 'rob@example.org');
  await userEvent.click(confirm());
  await screen.findByText('Success!');
  expect(again('Chess')).toEqual(['Rosa', '']);
});

it('asks whether somebody with the name of an account is its owner, and goes on for a friend', async () => {
  const sentence = 'Rosa has an account on another phone. Is this you? Use your code there.';
  const replies: Reply[] = [refused('NAME_OF_ACCOUNT', sentence, 'playerName')(), taken];
  const { heard, closed } = open(() => replies.shift() ?? taken);
  await userEvent.type(name(), 'Rosa');
  await userEvent.click(confirm());
  await screen.findByText(sentence);
  expect(screen.getByRole('link', { name: 'This is my account' }).getAttribute('href')).toBe('/join');
  await userEvent.type(name(), 'lind');
  expect(screen.queryByText(sentence)).toBeNull();
  await userEvent.clear(name());
  await userEvent.type(name(), 'Rosa');
  await userEvent.click(screen.getByRole('button', { name: 'A friend, go on' }));
  await screen.findByText('Success!');
  expect([heard.map(({ body }) => body), closed()]).toEqual([
    [
      { eventId: 'catan', playerName: 'Rosa' },
      { eventId: 'catan', playerName: 'Rosa', isFriend: true },
    ],
    1,
  ]);
});

it('says after four seconds that the network is slow, and that the form may be closed', async () => {
  open(() => new Promise<Reply>(() => undefined));
  await userEvent.type(name(), 'Alex');
  await userEvent.click(confirm());
  expect(screen.queryByText(/network is slow/)).toBeNull();
  await screen.findByText('The network is slow. You may close this: it is kept and sent.', {}, { timeout: 5000 });
});

const asking = () =>
  shownEvent({
    questions: [
      { id: 'age', label: 'Age', kind: 'number', required: true },
      { id: 'vegan', label: 'Vegan', kind: 'yes-no', required: false },
    ],
  });
const whyNot = () => document.getElementById(confirm().getAttribute('aria-describedby') ?? '')?.textContent;

it('asks what the event asks, and sends nothing before what is needed is answered', async () => {
  const { heard } = open(() => taken, {}, asking());
  await userEvent.type(name(), 'Alex');
  await userEvent.click(confirm());
  expect([heard, whyNot()]).toEqual([[], 'Answer “Age” first.']);
  await userEvent.type(screen.getByLabelText(/^Age/), 'twelve');
  expect(whyNot()).toBe('“Age” must be a number.');
  await userEvent.clear(screen.getByLabelText(/^Age/));
  await userEvent.type(screen.getByLabelText(/^Age/), '12');
  await userEvent.selectOptions(screen.getByLabelText('Vegan (optional)'), 'No');
  await userEvent.click(confirm());
  await screen.findByText('Success!');
  expect(heard.at(-1)?.body).toEqual({ eventId: 'catan', playerName: 'Alex', answers: { age: 12, vegan: false } });
});

it('asks each of several people, and the answers stay with their person when another is removed', async () => {
  const { heard } = open(() => ({ status: 201, body: [taken.body] }), {}, asking());
  await userEvent.type(name(), 'Alex');
  for (const [number, person] of [
    [2, 'Bo'],
    [3, 'Cy'],
  ] as const) {
    await userEvent.click(screen.getByRole('button', { name: 'Add another person' }));
    await userEvent.type(screen.getByLabelText(new RegExp(`^Person ${number}`)), person);
  }
  for (const [person, age] of Object.entries({ Alex: '40', Bo: '9', Cy: '7' }))
    await userEvent.type(screen.getByLabelText(new RegExp(`^Age for ${person}`)), age);
  await userEvent.click(screen.getByRole('button', { name: 'Remove person 2' }));
  await userEvent.click(confirm());
  await screen.findByText('Success!');
  expect(heard.at(-1)?.body).toEqual({
    eventId: 'catan',
    playerNames: ['Alex', 'Cy'],
    answers: { Alex: { age: 40 }, Cy: { age: 7 } },
  });
});

it('shows a refused answer at its field', async () => {
  const message = '“Age” must be a number.';
  open(() => ({ status: 400, body: { code: 'BAD_INPUT', message, field: 'answers.age' } }), {}, asking());
  await userEvent.type(name(), 'Alex');
  await userEvent.type(screen.getByLabelText(/^Age/), '12');
  await userEvent.click(confirm());
  await screen.findByText(message);
  expect(screen.getByLabelText(/^Age/).getAttribute('aria-invalid')).toBe('true');
});

it('asks for a place that is drawn later, with a toast of its own', async () => {
  const { heard, closed } = open(
    () => ({ status: 202, body: { state: 'requested' } }),
    {},
    shownEvent({ lottery: true }),
  );
  screen.getByRole('dialog', { name: 'Ask for a Place' });
  await userEvent.type(name(), 'Alex');
  await userEvent.click(screen.getByRole('button', { name: 'Ask' }));
  await screen.findByText('You have asked for a place');
  screen.getByText('The places in Catan Open are drawn soon. Alex will be told.');
  expect([heard[0]?.body, closed()]).toEqual([{ eventId: 'catan', playerName: 'Alex' }, 1]);
  expect(screen.queryByText('Success!')).toBeNull();
});
