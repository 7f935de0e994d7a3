import { useQuery, useQueryClient } from '@tanstack/react-query';
import Trophy from 'lucide-react/icons/trophy';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { useAct } from '#features/access/web/act.tsx';
import { useAdminMode } from '#features/access/web/state.ts';
import { UnlockFirst } from '#features/access/web/UnlockFirst.tsx';
import { adminUsersQuery } from '#features/people/users/web/state.ts';
import { isolated } from '#platform/names.ts';
import { counted, listed, ordinal } from '#platform/numbers.ts';
import { cardDate, clockTime, parseZoned, zonedInput } from '#platform/time.ts';
import { request } from '#platform/web/api.ts';
import { now } from '#platform/web/clock.tsx';
import { useConnected } from '#platform/web/connection.ts';
import { Button, buttonClass } from '#platform/web/ui/button.tsx';
import { Confirm, useConfirm } from '#platform/web/ui/confirm.tsx';
import { CheckField, TextField } from '#platform/web/ui/field.tsx';
import { Card } from '#platform/web/ui/frames.tsx';
import { Pending } from '#platform/web/ui/loading.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import type { Ceremony, freezeStandings } from '../../contract.ts';
import { BEGUN, PODIUM } from '../../limits.ts';
import { nextStep, previousStep, rankingOf } from '../../rules.ts';
import { useReached } from '../FrozenNote.tsx';
import { ceremonyQuery, freezeQuery, type Reveal, reveal } from './queries.ts';

export type CeremonyDeskProps = {
  zone: string;
  /** Names of the screens that may show the ceremony. */
  screens: readonly string[];
  /** Claims that nobody has decided. */
  waitingClaims: number;
};

/** Freezes the standings, and leads the ceremony: one button for each step. */
export function CeremonyDesk({ zone, screens, waitingClaims }: CeremonyDeskProps) {
  const { on } = useAdminMode();
  const { data, isError, refetch } = useQuery(freezeQuery);
  const { data: ceremony } = useQuery({ ...ceremonyQuery, enabled: on });
  if (!on)
    return (
      <UnlockFirst
        icon={<Trophy />}
        to="freeze the standings"
        text="Here you keep the last points for the ceremony, and announce who won."
      />
    );
  if (data === undefined || ceremony === undefined)
    return <Pending what="standings" failed={isError} retry={refetch} className="h-32 rounded-2xl" />;
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-4 p-4 sm:px-5">
      {ceremony.to === null ? (
        <Freeze at={data.at} {...{ zone, screens, waitingClaims }} />
      ) : (
        <Steps ceremony={ceremony} to={ceremony.to} />
      )}
    </Card>
  );
}

const REST_MS = 1_000;

/** Rests for a second at each new step: the second touch of a double tap would tell the next place. */
function useRest(step: string): string | undefined {
  const [rested, setRested] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(setRested, REST_MS, step);
    return () => clearTimeout(timer);
  }, [step]);
  return rested === step ? undefined : 'One moment.';
}

type Freezing = Parameters<typeof request<typeof freezeStandings>>[1]['body'];

const sendFreeze = (body: Freezing) => request<typeof freezeStandings>('PUT /api/standings/freeze', { body });

function sayFrozen({ at }: Awaited<ReturnType<typeof sendFreeze>>): void {
  if (at === null) showToast({ title: 'Not frozen', description: 'Everybody sees all points.' });
  else if (Date.parse(at) > now()) showToast({ title: 'Freeze planned', description: 'It comes by itself.' });
  else showToast({ title: 'Standings frozen', description: 'Unfreeze shows all points again.' });
}

/** `from` is the step that this screen shows. */
function useChange(from: number | null) {
  const client = useQueryClient();
  const rest = useRest(String(from));
  const fails = 'The standings could not be changed. Please try again.';
  // Also when the desk was locked: somebody may have gone on until the password is typed.
  const readAgain = (error: unknown): never => {
    void client.invalidateQueries(freezeQuery);
    throw error;
  };
  const freezing = useAct((body: Freezing) => sendFreeze(body).catch(readAgain), { fails, done: sayFrozen });
  const revealing = useAct((body: Reveal) => reveal(body).catch(readAgain), {
    fails,
    done: (moved) => client.setQueryData(ceremonyQuery.queryKey, moved),
  });
  return {
    freeze: freezing.run,
    end: () => freezing.run({ frozen: false, from }),
    reveal: (to: number | null, more: Omit<Reveal, 'to' | 'from'> = {}) => revealing.run({ to, from, ...more }),
    disabledReason: freezing.busy ?? revealing.busy ?? rest,
  };
}

function Freeze({ at, zone, screens, waitingClaims }: CeremonyDeskProps & { at: string | null }) {
  const isFrozen = useReached(at);
  const [onlySeen, setOnlySeen] = useState(false);
  const { data: users = [] } = useQuery({ ...adminUsersQuery, enabled: isFrozen });
  const ranked = new Set(rankingOf(users, { onlySeen: false }).map(({ userId }) => userId));
  const unseen = users.flatMap(({ id, name, seenAt }) => (ranked.has(id) && seenAt === null ? [isolated(name)] : []));
  const { freeze, disabledReason } = useChange(null);
  const [typed, setTyped] = useState(() => zonedInput(new Date(now() + 3_600_000).toISOString(), zone));
  const parsed = parseZoned(typed, zone);
  const since = at === null ? '' : `${cardDate(at, zone)}, ${clockTime(at, zone)}`;
  if (isFrozen)
    return (
      <>
        <p className="text-pretty">
          <strong>Frozen since {since}.</strong> Points that are given now count, and nobody sees them before the
          ceremony.
        </p>
        <CheckField checked={onlySeen} onCheck={setOnlySeen}>
          Prizes only for people whose badge was checked
        </CheckField>
        <p className="-mt-2 text-pretty text-mute [overflow-wrap:anywhere]">
          {unseen.length === 0
            ? 'The badges of everybody in the first ten places were checked.'
            : `Not checked yet, of the first ten places: ${firstOf(unseen)}. Tick it on their cards in Find a person.`}
        </p>
        {waitingClaims > 0 && (
          <p className="-mt-2 text-pretty">
            <strong className="font-semibold">Points for {counted(waitingClaims, 'mission')} wait to be decided</strong>{' '}
            and would not count.{' '}
            <a href="#claims" className="underline underline-offset-4">
              Decide
            </a>
          </p>
        )}
        <Begin
          onlySeen={onlySeen}
          screens={screens}
          missing={rankingOf(users, { onlySeen }).length === 0 ? 'Nobody would have a place.' : undefined}
        />
        <Unfreeze />
      </>
    );
  return (
    <>
      <p className="text-pretty text-mute">
        {at === null
          ? 'From the freeze on everybody sees the standings of that moment. Points that are given later are told at the ceremony.'
          : `The standings freeze on ${since}, by themselves.`}
      </p>
      <Button
        tone="sun"
        className="justify-self-start"
        onClick={() => freeze({ frozen: true })}
        disabledReason={disabledReason}
      >
        Freeze now
      </Button>
      <form
        className="flex flex-wrap items-end gap-2.5"
        onSubmit={(submitted) => {
          submitted.preventDefault();
          if ('iso' in parsed) freeze({ frozen: true, at: parsed.iso });
        }}
      >
        <TextField
          label="Freeze at"
          type="datetime-local"
          value={typed}
          error={'problem' in parsed ? `The time ${parsed.problem}.` : undefined}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Button type="submit" disabledReason={disabledReason}>
          Freeze at this time
        </Button>
        {at !== null && (
          <Button tone="ghost" onClick={() => freeze({ frozen: false })} disabledReason={disabledReason}>
            Do not freeze
          </Button>
        )}
      </form>
    </>
  );
}

type BeginProps = { onlySeen: boolean; screens: readonly string[]; missing: string | undefined };

/** Begins on the screens that are chosen: all of them unless one is left out. */
function Begin({ onlySeen, screens, missing }: BeginProps) {
  const { reveal, disabledReason } = useChange(null);
  const [leftOut, setLeftOut] = useState<readonly string[]>([]);
  const [isAsking, setAsking] = useState(false);
  const chosen = screens.filter((name) => !leftOut.includes(name));
  const begin = () => reveal(BEGUN, { onlySeen, screens: chosen });
  return (
    <>
      {isAsking && (
        <fieldset className="grid min-w-0 gap-1 [overflow-wrap:anywhere]">
          <legend className="mb-1 font-semibold">On which screens?</legend>
          {screens.map((name) => (
            <CheckField
              key={name}
              checked={!leftOut.includes(name)}
              onCheck={(isOn) => setLeftOut(isOn ? leftOut.filter((one) => one !== name) : [...leftOut, name])}
            >
              {name}
            </CheckField>
          ))}
          <p className="text-pretty text-mute">They show the ceremony until it ends, then again what they show now.</p>
        </fieldset>
      )}
      <div className="flex flex-wrap gap-2.5">
        <Button
          tone="sun"
          onClick={() => (isAsking || screens.length === 0 ? begin() : setAsking(true))}
          disabledReason={missing ?? disabledReason}
        >
          {isAsking ? `Begin on ${counted(chosen.length, 'screen')}` : 'Begin the ceremony'}
        </Button>
        {isAsking && <Button onClick={() => setAsking(false)}>Not yet</Button>}
        <WallLink />
      </div>
    </>
  );
}

function Unfreeze() {
  const { end, disabledReason } = useChange(null);
  const confirm = useConfirm();
  if (!confirm.isAsking)
    return (
      <Button ref={confirm.opener} tone="ghost" className="justify-self-start" onClick={confirm.ask}>
        Unfreeze
      </Button>
    );
  return (
    <Confirm
      state={confirm}
      question="Show the true standings?"
      no="Keep them frozen"
      yes="Show them"
      onYes={end}
      disabledReason={disabledReason}
    >
      Everybody sees all points at once, also what the ceremony has not told.
    </Confirm>
  );
}

const WallLink = () => (
  <Link to="/display/ceremony" className={buttonClass()}>
    Big screen
  </Link>
);

const MOST_NAMED = 5;

/** Returns the names, of many the first and how many more. */
const firstOf = (names: readonly string[]): string =>
  names.length <= MOST_NAMED + 1
    ? listed(names)
    : listed([...names.slice(0, MOST_NAMED), `${names.length - MOST_NAMED} more`]);

/** Returns `Announce 4th: Rosa and Gus, 120 points`. */
function stepWords(places: Ceremony['places'], next: number): string {
  if (next === PODIUM) return 'Show the podium';
  const tied = places.filter(({ rank }) => rank === next);
  return `Announce ${ordinal(next)}: ${firstOf(tied.map(({ name }) => isolated(name)))}, ${counted(tied[0]?.points ?? 0, 'point')}`;
}

/** Returns `3rd: Rosa has 40 points in place of 55`. */
function lostWords({ rank, name, points, score }: Ceremony['lost'][number]): string {
  const place = `${ordinal(rank)}, ${counted(points, 'point')}`;
  if (name === null || score === null) return `${place}: the account was deleted.`;
  return `${place}: ${isolated(name)} has ${score.toLocaleString('en-US')} by now.`;
}

function Lost({ lost, onAnew, disabledReason }: LostProps) {
  if (lost.length === 0) return null;
  return (
    <div role="alert" className="grid justify-items-start gap-2.5 text-pretty [overflow-wrap:anywhere]">
      <p className="font-semibold text-coral">Since the ceremony began, points or accounts are gone:</p>
      <ul className="grid gap-1">
        {lost.map((one) => (
          <li key={`${one.rank} ${one.name}`}>{lostWords(one)}</li>
        ))}
      </ul>
      <Button onClick={onAnew} disabledReason={disabledReason}>
        Rank anew
      </Button>
      <p className="text-mute">Whom the ceremony has told is not told again.</p>
    </div>
  );
}
type LostProps = { lost: Ceremony['lost']; onAnew: () => void; disabledReason: string | undefined };

function Steps({ ceremony: { places, lost }, to }: { ceremony: Ceremony; to: number }) {
  const { end, reveal, disabledReason } = useChange(to);
  const next = nextStep(places, to);
  const connected = useConnected();
  return (
    <>
      <p role="status" className="font-semibold">
        {to === BEGUN
          ? 'The ceremony has begun. Nothing is told yet.'
          : to === PODIUM
            ? 'The podium is shown.'
            : `Told down to ${ordinal(to)}.`}
      </p>
      <Button
        tone="sun"
        className="min-h-20 text-xl [overflow-wrap:anywhere]"
        onClick={() => (next === null ? end() : reveal(next))}
        disabledReason={disabledReason}
      >
        {next === null ? 'End: show everybody all points' : stepWords(places, next)}
      </Button>
      <Lost lost={lost} onAnew={() => reveal(to, { anew: true })} disabledReason={disabledReason} />
      {!connected && <p>No connection here. Go on at the big screen, if it is unlocked: press its space bar.</p>}
      <div className="flex flex-wrap gap-2.5">
        {to === BEGUN ? (
          <Button onClick={() => reveal(null)} disabledReason={disabledReason}>
            Not yet: put the ceremony away
          </Button>
        ) : (
          <Button onClick={() => reveal(previousStep(places, to))} disabledReason={disabledReason}>
            {to === PODIUM ? 'Take back the podium' : `Take back ${ordinal(to)}`}
          </Button>
        )}
        <WallLink />
      </div>
    </>
  );
}
