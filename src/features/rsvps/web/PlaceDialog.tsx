import { type UseMutationOptions, useQuery } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import { type ComponentProps, Fragment, useEffect, useRef } from 'react';
import type { FestivalEvent } from '#features/events/contract.ts';
import { readAnswers, type TypedAnswers, whyNotSendAnswers } from '#features/events/rules/questions.ts';
import { spotsRemaining } from '#features/events/rules/status.ts';
import { offerReminders } from '#features/news/push/web/state.ts';
import { isAmong } from '#features/people/names/rules.ts';
import { Choice, NameField, PrivacyLink } from '#features/people/names/web/NameField.tsx';
import { rememberName, useNameField } from '#features/people/names/web/state.ts';
import { cleanName, isolated } from '#platform/names.ts';
import { listed } from '#platform/numbers.ts';
import { tickerTime } from '#platform/time.ts';
import { ApiError, sentenceOf } from '#platform/web/api.ts';
import { NoConnection, useConnected } from '#platform/web/connection.ts';
import { dropKey, useDraft, useIdempotentMutation, whyRefused } from '#platform/web/forms.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { useDialogWrite } from '#platform/web/ui/dialog.tsx';
import { TextField } from '#platform/web/ui/field.tsx';
import { FormDialog } from '#platform/web/ui/form-dialog.tsx';
import { showError } from '#platform/web/ui/toast.ts';
import type { Registration, Registrations } from '../contract.ts';
import { PLACES_PER_VISITOR } from '../limits.ts';
import { AnswerFields } from './AnswerFields.tsx';
import { InAppNote } from './InAppNote.tsx';
import { IsThisYou, isNameOfAccount } from './IsThisYou.tsx';
import { Overlaps } from './Overlaps.tsx';
import { myRsvpsQuery } from './queries.ts';
import {
  type Act,
  HAS_BEGUN,
  howLong,
  NO_CONNECTION,
  peopleOf,
  prepareToSendLater,
  sendLater,
  useUnsentPlaces,
  waitsUntil,
} from './unsent/place-writes.ts';

export type EventDialogProps = { event: FestivalEvent; zone: string; onClose: () => void };

type PlaceDialogProps<Answer extends { readonly playerName: string }> = EventDialogProps & {
  act: Act;
  title: string;
  submitLabel: string;
  sendingLabel: string;
  /** Names of this device that need no offer, because they are in the event. */
  taken: readonly string[];
  mutation: UseMutationOptions<Answer[], Error, Registrations & { idempotencyKey: string }>;
  /** Shown when the server's message would not help. */
  failed: string;
  /** `offer` is what a toast offers a device that had nothing before. */
  onDone: (answers: readonly Answer[], offer: ReturnType<typeof offerReminders>) => void;
};

prepareToSendLater();

/** What was typed: `others` get their places together with the first person. */
type Typed = Omit<Partial<Registration>, 'answers'> & {
  others?: readonly string[];
  /** Of the first person and the others, in their order. */
  answers?: readonly TypedAnswers[];
};

/** Who is typed into the form, and whom the device knows. */
function usePeople(event: FestivalEvent, act: Act, taken: readonly string[]) {
  const [typed, setTyped, draft] = useDraft<Typed>(`place ${event.id}`, {});
  const setName = (name: string) => setTyped({ ...typed, playerName: name });
  const { unsent } = useUnsentPlaces();
  const inEvent = [
    ...taken,
    ...unsent.filter(({ body }) => body.eventId === event.id).flatMap(({ body }) => peopleOf(body)),
  ];
  const { names, name } = useNameField((known) => !isAmong(inEvent, known.name), [typed.playerName, setName]);
  const { others = [], playerEmail = '' } = typed;
  const people = [name, ...others].map((person) => person.trim());
  const answersAt = (index: number): TypedAnswers => typed.answers?.[index] ?? {};
  const free = act === 'register' ? spotsRemaining(event) : PLACES_PER_VISITOR;
  const hasRoom = people.length < Math.min(free, PLACES_PER_VISITOR - inEvent.length);
  /** The first person is in the field of their own. `was` says where each stood before. */
  const setPeople = ([first = '', ...rest]: readonly string[], was: readonly number[]) =>
    setTyped({ ...typed, playerName: first, others: rest, answers: was.map(answersAt) });
  const places = people.map((_, index) => index);
  return {
    draft,
    name,
    setName,
    others,
    rename: (index: number, to: string) =>
      index === 0 ? setName(to) : setTyped({ ...typed, others: others.with(index - 1, to) }),
    addPerson: () => setTyped({ ...typed, others: [...others, ''] }),
    remove: (index: number) => setPeople(people.toSpliced(index, 1), places.toSpliced(index, 1)),
    answersAt,
    answer: (index: number, answers: TypedAnswers) =>
      setTyped({ ...typed, answers: places.map((place) => (place === index ? answers : answersAt(place))) }),
    playerEmail,
    setEmail: (email: string) => setTyped({ ...typed, playerEmail: email }),
    people,
    hasRoom,
    /** Names of this device to choose from; of a single one its field offers it. */
    known: names.length > 1 ? names : [],
    mayAdd: hasRoom || people.includes(''),
    /** Adds a person, to an empty field if there is one, or takes them out. */
    toggle(person: string) {
      const stay = places.filter((place) => !isAmong([person], people[place] ?? ''));
      if (stay.length < people.length)
        return setPeople(
          stay.map((place) => people[place] ?? ''),
          stay,
        );
      const empty = people.indexOf('');
      setPeople(empty === -1 ? [...people, person] : people.with(empty, person), places);
    },
    offered: (index: number) =>
      names.length > 1 ? [] : names.filter((known) => !isAmong(people.toSpliced(index, 1), known)),
  };
}

/** Sends the form, or keeps it until there is a network. */
function useSendPlaces<Answer extends { readonly playerName: string }>(
  { event, onClose, act, taken, mutation, failed, onDone }: PlaceDialogProps<Answer>,
  people: readonly string[],
  draft: ReturnType<typeof usePeople>['draft'],
) {
  const { data: mine = [] } = useQuery(myRsvpsQuery);
  const { close, showErrorIfClosed } = useDialogWrite(event.title, onClose);
  const finish = (used: readonly string[]) => {
    for (const name of used) rememberName(name);
    draft.discard();
    close();
  };
  return useIdempotentMutation({
    ...mutation,
    onSuccess: (answers) => {
      const isFirst = mine.every(({ eventId }) => eventId === event.id);
      onDone(answers, isFirst ? offerReminders() : {});
      finish(answers.map((answer) => answer.playerName));
    },
    onError: async (failure, { idempotencyKey, ...registration }) => {
      if (!(failure instanceof NoConnection)) {
        if (showErrorIfClosed(failure, failed) || isNameOfAccount(failure)) return;
        return void showError(whyRefused(failure, failed));
      }
      const known = mine.length > 0 || taken.length > 0;
      const { title, startTime } = event;
      const write = { act, ...registration, playerName: listed(people), title, startTime, known };
      if (!(await sendLater(idempotencyKey, write, failure))) return void showErrorIfClosed(failure, failed);
      dropKey(idempotencyKey);
      finish(people);
    },
  });
}

/** Asks for whom: places in an event, or in its waiting list. */
export function PlaceDialog<Answer extends { readonly playerName: string }>(props: PlaceDialogProps<Answer>) {
  const { event, zone, onClose, act, taken, failed, title, submitLabel, sendingLabel } = props;
  const form = usePeople(event, act, taken);
  const { draft, name: playerName, others, people, playerEmail } = form;
  const { questions } = event;
  const { mutate, isPending, error, sent } = useSendPlaces(props, people, draft);
  const isConnected = useConnected();
  const field = useRef<HTMLDivElement>(null);
  const email = playerEmail.trim();
  const [first = ''] = people;
  const wanted = people.length === 1 ? { playerName: first } : { playerNames: people };
  const given = people.map((_, index) => readAnswers(questions, form.answersAt(index)));
  const [ofFirst = {}] = given;
  const answers = people.length === 1 ? ofFirst : Object.fromEntries(people.map((name, index) => [name, given[index]]));
  const registration: Registrations = {
    eventId: event.id,
    ...wanted,
    ...(email && { playerEmail: email }),
    ...(questions.length > 0 && { answers: answers as NonNullable<Registrations['answers']> }),
  };
  /** Why the server refused what the field still says. */
  const problemOf = (field: string, isSent: boolean) =>
    error instanceof ApiError && error.field === field && isSent && !isNameOfAccount(error)
      ? error.sentence
      : undefined;
  const askedAbout = sent?.playerNames ?? [sent?.playerName];
  const isAsked = isNameOfAccount(error) && people.join('\n') === askedAbout.join('\n');
  const problemOfPerson = (index: number) =>
    people.length === 1
      ? problemOf('playerName', sent?.playerName === first)
      : problemOf(`playerNames.${index}`, sent?.playerNames?.[index] === people[index]);
  const wasAnswered = JSON.stringify(sent?.answers) === JSON.stringify(registration.answers);
  const answersOf = (index: number) => (
    <AnswerFields
      questions={questions}
      typed={form.answersAt(index)}
      who={people.length > 1 ? people[index] || `person ${index + 1}` : undefined}
      errorOf={({ id }) =>
        problemOf(people.length === 1 ? `answers.${id}` : `answers.${people[index]}.${id}`, wasAnswered)
      }
      onAnswer={(typed) => form.answer(index, typed)}
    />
  );

  return (
    <FormDialog
      {...{ title, submitLabel, sendingLabel }}
      description={`${isolated(event.title)} · ${tickerTime(event.startTime, zone)} · ${isolated(event.location)}`}
      act={{ isBusy: isPending }}
      startAt={playerName === '' || draft.isRestored ? 'field' : 'submit'}
      draft={draft}
      isKept
      missing={whyNotSend(people) ?? whyNotAnswer(event, people, form.answersAt)}
      onSubmit={() => mutate(registration)}
      onClose={onClose}
    >
      <InAppNote />
      {form.known.length > 0 && (
        <WhoComes form={form} onSomeoneElse={() => field.current?.querySelector('input')?.focus()} />
      )}
      <div ref={field}>
        <NameField
          label="Player Name"
          names={form.offered(0)}
          name={playerName}
          onName={form.setName}
          error={problemOfPerson(0)}
        />
      </div>
      {answersOf(0)}
      {others.map((name, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the fields have no other identity
        <Fragment key={index}>
          <OtherPerson
            number={index + 2}
            names={form.offered(index + 1)}
            name={name}
            onName={(next) => form.rename(index + 1, next)}
            onRemove={() => form.remove(index + 1)}
            error={problemOfPerson(index + 1)}
          />
          {answersOf(index + 1)}
        </Fragment>
      ))}
      {form.hasRoom && (
        <Button tone="ghost" className="justify-self-start" aria-label="Add another person" onClick={form.addPerson}>
          <Plus aria-hidden="true" />
          another person
        </Button>
      )}
      {isAsked && (
        <IsThisYou
          question={sentenceOf(error, failed)}
          onFriend={() => {
            if (!isPending) mutate({ ...registration, isFriend: true });
          }}
          onLeave={onClose}
        />
      )}
      {people.map(
        (person) =>
          person !== '' && (
            <Overlaps key={person} event={event} zone={zone} person={person} isNamed={people.length > 1} />
          ),
      )}
      <TextField
        label="Email (optional)"
        type="email"
        autoComplete="email"
        hint="Only the organisers see it. It is deleted 30 days after the festival."
        value={playerEmail}
        onChange={(change) => form.setEmail(change.target.value)}
        error={problemOf('playerEmail', sent?.playerEmail === registration.playerEmail)}
      />
      {!isConnected && (
        <p role="status" className="font-semibold text-sun">
          {waitsUntil(event.startTime) === null ? HAS_BEGUN : `${NO_CONNECTION}, ${howLong()}.`}
        </p>
      )}
      <PrivacyLink />
    </FormDialog>
  );
}

type WhoComesProps = { form: ReturnType<typeof usePeople>; onSomeoneElse: () => void };

/** This device's names: a tap adds a person or takes them out. */
function WhoComes({ form: { known, people, mayAdd, toggle, setName, addPerson }, onSomeoneElse }: WhoComesProps) {
  const isKnown = (person: string) => isAmong(known, person);
  const addSomeone = () => {
    if (people.length > 1) return addPerson();
    setName('');
    onSomeoneElse();
  };
  return (
    <fieldset className="flex min-w-0 flex-wrap gap-2">
      <legend className="mb-1.5 font-semibold">Who comes?</legend>
      {known.map((person) => {
        const isChosen = isAmong(people, person);
        return (
          <Choice key={person} isChosen={isChosen} disabled={!isChosen && !mayAdd} onChoose={() => toggle(person)}>
            {person}
          </Choice>
        );
      })}
      <Choice
        isChosen={people.some((person) => !isKnown(person))}
        disabled={people.length > 1 && !mayAdd}
        onChoose={addSomeone}
      >
        Someone else
      </Choice>
    </fieldset>
  );
}

type OtherPersonProps = Omit<ComponentProps<typeof NameField>, 'label'> & { number: number; onRemove: () => void };

function OtherPerson({ number, onRemove, ...field }: OtherPersonProps) {
  const box = useRef<HTMLDivElement>(null);
  // A name that was tapped needs no keyboard.
  useEffect(() => {
    const input = box.current?.querySelector('input');
    if (input?.value === '') input.focus();
  }, []);
  return (
    <div ref={box} className="grid gap-2.5">
      <NameField {...field} label={`Person ${number}`} autoComplete="off" />
      <Button tone="ghost" className="justify-self-start" aria-label={`Remove person ${number}`} onClick={onRemove}>
        Remove
      </Button>
    </div>
  );
}

function whyNotSend(people: readonly string[]): string | undefined {
  for (const [index, person] of people.entries()) {
    if (person === '')
      return index === 0 ? 'Type a player name first.' : `Type the name of person ${index + 1}, or remove it.`;
    const cleaned = cleanName(person);
    if ('problem' in cleaned) return `The player name ${cleaned.problem}.`;
    if (isAmong(people.slice(0, index), person)) return `${person} is there twice.`;
  }
  return undefined;
}

function whyNotAnswer(
  { questions }: FestivalEvent,
  people: readonly string[],
  answersAt: (index: number) => TypedAnswers,
): string | undefined {
  for (const [index, person] of people.entries()) {
    const whyNot = whyNotSendAnswers(questions, answersAt(index), people.length > 1 ? { who: person } : {});
    if (whyNot !== undefined) return whyNot;
  }
  return undefined;
}
