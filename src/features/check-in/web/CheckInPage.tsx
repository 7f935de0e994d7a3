import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { eventsQuery } from '#features/events/web/queries.ts';
import { isAmong } from '#features/names/rules.ts';
import { useNameField } from '#features/names/web/state.ts';
import { myRsvpsQuery } from '#features/rsvps/web/queries.ts';
import { sentenceOf } from '#platform/web/api.ts';
import { unsentWords, useConnected } from '#platform/web/connection.ts';
import { PageFrame } from '#platform/web/PageFrame.tsx';
import { celebrate } from '#platform/web/ui/confetti.tsx';
import { PageTitle } from '#platform/web/ui/page-title.tsx';
import { CHECKED_IN, readCode } from '../rules/codes.ts';
import { CheckInForm, type FormState } from './parts/CheckInForm.tsx';
import { EventAtTheDoor } from './parts/EventAtTheDoor.tsx';
import { Failure, Success } from './parts/Outcome.tsx';
import { checkInMutation } from './queries.ts';
import { useToken } from './state.ts';

const NO_TOKEN = 'Invalid or missing check-in token. Please scan the QR code again.';
const FAILED = 'Check-in failed. Please try again or see event staff.';
const AWAY = 'Checking in here needs a connection. Event staff can check you in without one.';
const REDIRECT_MS = 2000;

/** The page behind an event's code: a name and one button. */
export function CheckInPage({ zone }: { zone: string }) {
  const token = useToken();
  const code = token === undefined ? null : readCode(token);
  const { data: events = [] } = useQuery(eventsQuery);
  const event = events.find(({ id }) => id === code?.eventId);
  const { names, name: playerName, setName, family } = useMyNames(code?.eventId);
  const [nameMissing, setNameMissing] = useState(false);
  const checkIn = useMutation(checkInMutation);
  const [messages, setMessages] = useState<readonly string[]>([]);
  const [failures, setFailures] = useState<readonly string[]>([]);
  /** Checks in these people of the phone, one after the other, also after a refusal. Returns whether all are in. */
  const {
    mutate,
    reset,
    isPending,
    data: done = false,
  } = useMutation({
    mutationFn: async ({ token, people }: { token: string; people: readonly string[] }) => {
      setMessages([]);
      setFailures([]);
      let allIn = true;
      for (const playerName of people) {
        try {
          const { message } = await checkIn.mutateAsync({ token, playerName });
          setMessages((earlier) => [...earlier, message || CHECKED_IN]);
        } catch (error) {
          allIn = false;
          const words = failureOf(error);
          const isNamed = people.length === 1 || words.includes(playerName);
          setFailures((earlier) => [...earlier, isNamed ? words : `${playerName}: ${words}`]);
        }
      }
      return allIn;
    },
    onSuccess: (allIn) => allIn && celebrate(),
  });
  const isAway = !useConnected();
  const schedule = `/schedule?checked-in=${code?.eventId ?? ''}`;
  const isLeaving = useRedirect(done, schedule);

  const submit = (submitted: FormEvent) => {
    submitted.preventDefault();
    if (!token || isPending || done) return;
    if (playerName.trim() === '') return setNameMissing(true);
    // Keeps the name in the field: once checked in, it may no longer be among the offered ones.
    setName(playerName);
    mutate({ token, people: [playerName.trim()] });
  };
  const submitFamily = () => {
    if (token && !isPending && !done) mutate({ token, people: family });
  };
  const type = (name: string) => {
    setName(name);
    setNameMissing(false);
    // The next person of this phone.
    if (!done) return;
    reset();
    setMessages([]);
  };

  return (
    <PageFrame>
      <div className="mx-auto grid w-full max-w-md grid-cols-[minmax(0,1fr)] gap-5">
        <PageTitle>CHECK-IN</PageTitle>
        {event && <EventAtTheDoor event={event} zone={zone} />}
        <CheckInForm
          names={names}
          playerName={playerName}
          onType={type}
          onSubmit={submit}
          nameMissing={nameMissing}
          onNameMissing={() => setNameMissing(true)}
          family={family}
          onFamily={submitFamily}
          state={stateOf(token, isPending, done)}
        />
        <Failure messages={token === '' ? [NO_TOKEN] : isAway && !done && failures.length === 0 ? [AWAY] : failures} />
        <Success messages={messages} isPending={isPending} isLeaving={isLeaving} schedule={schedule} />
      </div>
    </PageFrame>
  );
}

const failureOf = (error: unknown): string => unsentWords(error) ?? sentenceOf(error, FAILED);

function stateOf(token: string | undefined, isPending: boolean, done: boolean): FormState {
  if (token === undefined) return 'arriving';
  if (token === '') return 'no-token';
  if (isPending) return 'loading';
  return done ? 'done' : 'idle';
}

/**
 * Offers this device's names that have a place in the event: those not checked in, or all of them when everybody is. Without a
 * place it offers every name. `family` are those not checked in. What is typed here is not stored: a phone at the door may be handed from one person to the next.
 */
function useMyNames(eventId: string | undefined) {
  const { data: mine = [] } = useQuery({ ...myRsvpsQuery, enabled: eventId !== undefined });
  const here = mine.filter((rsvp) => rsvp.eventId === eventId);
  const waiting = here.filter(({ checkedIn }) => !checkedIn);
  const offered = (waiting.length > 0 ? waiting : here).map(({ playerName }) => playerName);
  return {
    ...useNameField(({ name }) => offered.length === 0 || isAmong(offered, name)),
    family: waiting.map(({ playerName }) => playerName),
  };
}

/** What counts as touching the page. */
const TOUCHES = ['pointerdown', 'keydown', 'input', 'focusin'] as const;

/**
 * Opens the schedule with the event, which explains itself on a phone without a place in it, after two seconds in which nobody
 * touches the page. Returns whether it will.
 */
function useRedirect(done: boolean, schedule: string): boolean {
  const [, navigate] = useLocation();
  const [isTouched, setTouched] = useState(false);
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => navigate(schedule), REDIRECT_MS);
    const stay = () => {
      clearTimeout(timer);
      setTouched(true);
    };
    for (const touch of TOUCHES) document.addEventListener(touch, stay);
    return () => {
      clearTimeout(timer);
      setTouched(false);
      for (const touch of TOUCHES) document.removeEventListener(touch, stay);
    };
  }, [done, schedule, navigate]);
  return done && !isTouched;
}
