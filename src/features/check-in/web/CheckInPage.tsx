import { useMutation, useQuery } from '@tanstack/react-query';
import CircleCheck from 'lucide-react/icons/circle-check';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { type FormEvent, type KeyboardEvent, useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { FestivalEvent } from '#features/events/contract.ts';
import { EventState, LateMark, TYPE_COLOUR } from '#features/events/web/EventBadges.tsx';
import { eventsQuery } from '#features/events/web/state.ts';
import { isAmong } from '#features/people/names/rules.ts';
import { NameField } from '#features/people/names/web/NameField.tsx';
import { useNameField } from '#features/people/names/web/state.ts';
import { myRsvpsQuery } from '#features/rsvps/web/queries.ts';
import { isolated } from '#platform/names.ts';
import { longDay, timeRange } from '#platform/time.ts';
import { request, sentenceOf } from '#platform/web/api.ts';
import { unsentWords, useConnected } from '#platform/web/connection.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { celebrate } from '#platform/web/ui/confetti.tsx';
import { Card, PageFrame, PageTitle } from '#platform/web/ui/frames.tsx';
import type { checkIn } from '../contract.ts';
import { CHECKED_IN, readCode } from '../rules/codes.ts';
import { useToken } from './state.ts';

const BOX =
  'flex items-start gap-3 rounded-2xl border-2 p-4 text-lg font-semibold text-pretty [overflow-wrap:anywhere]';

/** On a small phone it may be below the keyboard. */
const reveal = (box: HTMLElement | null) => box?.scrollIntoView({ block: 'nearest' });

// Both regions are rendered from the start, because one that is added together with its text is often not announced.
const Failure = ({ messages }: { messages: readonly string[] }) => (
  <div role="alert" className="empty:hidden">
    {messages.length > 0 && (
      <div key={messages.join()} ref={reveal} className={`${BOX} border-coral text-coral`}>
        <TriangleAlert aria-hidden="true" className="mt-0.5 size-6 shrink-0" />
        <div className="min-w-0">
          {messages.map((message) => (
            <p key={message}>{message}</p>
          ))}
        </div>
      </div>
    )}
  </div>
);

type SuccessProps = {
  /** One for each person. */
  messages: readonly string[];
  /** Others are still being checked in. */
  isPending: boolean;
  /** The schedule opens by itself. */
  isLeaving: boolean;
  schedule: string;
};

const Success = ({ messages, isPending, isLeaving, schedule }: SuccessProps) => (
  <div role="status" className="empty:hidden">
    {messages.length > 0 && (
      <div className={`${BOX} border-sea`}>
        <CircleCheck aria-hidden="true" className="mt-0.5 size-6 shrink-0 text-sea" />
        <div className="min-w-0">
          {messages.map((message) => (
            <p key={message} ref={reveal} className="text-sea">
              {message}
            </p>
          ))}
          {isLeaving && (
            <p ref={reveal} className="text-base font-normal text-mute">
              Your schedule opens in a moment.
            </p>
          )}
          {!isPending && !isLeaving && (
            <Link ref={reveal} to={schedule} className="inline-block py-2 text-base underline underline-offset-4">
              My schedule
            </Link>
          )}
        </div>
      </div>
    )}
  </div>
);

/** Shows the code's event, so that nobody checks in at the wrong door. */
const EventAtTheDoor = ({ event, zone }: { event: FestivalEvent; zone: string }) => (
  <Card
    as="section"
    aria-label="Event"
    accent={TYPE_COLOUR[event.eventType]}
    edge="left"
    className="grid gap-1 p-4 pl-5"
  >
    <div className="flex items-start justify-between gap-4">
      <h2 className="min-w-0 text-xl leading-tight font-semibold [overflow-wrap:anywhere]">{event.title}</h2>
      <EventState event={event} />
    </div>
    <p className="text-mute [overflow-wrap:anywhere]">
      <time dateTime={event.startTime}>
        {longDay(event.startTime, zone)} · {timeRange(event.startTime, event.duration, zone)}
      </time>
      <LateMark event={event} /> · {event.location}
    </p>
  </Card>
);

type FormState = 'arriving' | 'no-token' | 'idle' | 'loading' | 'done';

type CheckInFormProps = {
  /** This device's names, offered as a choice. */
  names: readonly string[];
  playerName: string;
  onType: (name: string) => void;
  onSubmit: (submitted: FormEvent) => void;
  nameMissing: boolean;
  onNameMissing: () => void;
  /** The people of this phone who have a place and are not checked in. */
  family: readonly string[];
  onFamily: () => void;
  state: FormState;
};

/** States in which the page shows the reason itself; screen readers still get the button's. */
const BUSY: readonly FormState[] = ['arriving', 'loading', 'done'];
const QUIET = '[&_.reason-bubble]:hidden';

const NAME_MISSING = 'Please enter your name';

const reasonOf = (state: FormState, named: boolean): string | undefined => {
  switch (state) {
    case 'arriving':
      return 'One moment, your code is being read.';
    case 'no-token':
      return 'Scan the QR code at the entrance first.';
    case 'loading':
      return 'You are being checked in.';
    case 'done':
      return 'You are checked in.';
    case 'idle':
      return named ? undefined : NAME_MISSING;
  }
};

function CheckInForm(props: CheckInFormProps) {
  const { names, playerName, onType, onSubmit, nameMissing, onNameMissing, family, onFamily, state } = props;
  const named = playerName.trim() !== '';
  // A disabled button ignores Enter, so the reason is shown here.
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Enter' && !named && state === 'idle') onNameMissing();
  };
  return (
    <form onSubmit={onSubmit} noValidate>
      {/* Disabled before hydration, when input would be lost together with the token. */}
      <fieldset disabled={state === 'arriving'} className={`grid min-w-0 gap-4 ${BUSY.includes(state) ? QUIET : ''}`}>
        <NameField
          label="Your Name"
          enterKeyHint="go"
          instead="The name that has the place."
          names={names}
          name={playerName}
          onName={onType}
          onKeyDown={onKeyDown}
          error={nameMissing ? NAME_MISSING : undefined}
          className="min-h-14 text-lg disabled:opacity-100"
        />
        <Button tone="sea" type="submit" disabledReason={reasonOf(state, named)} className="min-h-14 text-lg">
          {state === 'loading' ? 'CHECKING IN...' : 'CHECK IN'}
        </Button>
        {family.length > 1 && state === 'idle' && (
          <Button tone="sun" onClick={onFamily} className="min-h-14 text-lg text-balance [overflow-wrap:anywhere]">
            All of us: {family.map(isolated).join(', ')}
          </Button>
        )}
      </fieldset>
    </form>
  );
}

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
          const { message } = await request<typeof checkIn>('POST /api/check-in', { body: { token, playerName } });
          setMessages((earlier) => [...earlier, message || CHECKED_IN]);
        } catch (error) {
          allIn = false;
          const isTyped = people.length === 1;
          const words = (isTyped && unsentWords(error)) || sentenceOf(error, FAILED);
          const isNamed = isTyped || words.includes(playerName);
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
