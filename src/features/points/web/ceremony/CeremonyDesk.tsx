import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import Trophy from 'lucide-react/icons/trophy';
import { useState } from 'react';
import { Link } from 'wouter';
import { Locked } from '#features/access/web/Locked.tsx';
import { guarded, sayUnlessLocked, useAdminMode } from '#features/access/web/state.ts';
import { adminUsersQuery } from '#features/users/web/queries.ts';
import { isolated } from '#platform/isolated.ts';
import { listed } from '#platform/listed.ts';
import { counted, ordinal } from '#platform/numbers.ts';
import { cardDate, clockTime, parseZoned, zonedInput } from '#platform/time.ts';
import { now } from '#platform/web/clock.ts';
import { useConnected } from '#platform/web/connection.ts';
import { Button, buttonClass } from '#platform/web/ui/button.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import { Confirm, useConfirm } from '#platform/web/ui/confirm.tsx';
import { CheckField, TextField } from '#platform/web/ui/field.tsx';
import { Pending } from '#platform/web/ui/pending.tsx';
import type { Ceremony } from '../../contract.ts';
import { BEGUN, PODIUM } from '../../limits.ts';
import { nextStep, rankingOf } from '../../rules.ts';
import { useReached } from '../FrozenNote.tsx';
import { ceremonyQuery, freezeMutation, revealMutation, standingsQuery } from './queries.ts';

/** Freezes the standings, and leads the ceremony: one button for each step. */
export function CeremonyDesk({ zone }: { zone: string }) {
  const { on } = useAdminMode();
  const { data, isError, refetch } = useQuery(standingsQuery);
  const { data: ceremony } = useQuery({ ...ceremonyQuery, enabled: on });
  if (!on)
    return (
      <Locked
        icon={<Trophy />}
        to="freeze the standings"
        text="Here you keep the last points for the ceremony, and tell who won."
      />
    );
  if (data === undefined || ceremony === undefined)
    return <Pending what="standings" failed={isError} retry={refetch} className="h-32 rounded-2xl" />;
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-4 p-4 sm:px-5">
      {ceremony.to === null ? <Freeze at={data.at} zone={zone} /> : <Steps {...ceremony} to={ceremony.to} />}
    </Card>
  );
}

function useChange() {
  const client = useQueryClient();
  const onError = sayUnlessLocked('The standings could not be changed. Please try again.');
  const freezing = useMutation({ ...freezeMutation, onError });
  const revealing = useMutation({
    ...revealMutation,
    onSuccess: (moved) => client.setQueryData(ceremonyQuery.queryKey, moved),
    onError,
  });
  return {
    freeze: (body: Parameters<typeof freezing.mutateAsync>[0]) => guarded(() => freezing.mutateAsync(body)),
    reveal: (to: number | null, onlySeen = false) => guarded(() => revealing.mutateAsync({ to, onlySeen })),
    disabledReason: freezing.isPending || revealing.isPending ? 'It is being sent.' : undefined,
  };
}

function Freeze({ at, zone }: { at: string | null; zone: string }) {
  const isFrozen = useReached(at);
  const [onlySeen, setOnlySeen] = useState(false);
  const { data: users = [] } = useQuery({ ...adminUsersQuery, enabled: isFrozen });
  const ranked = new Set(rankingOf(users, { onlySeen: false }).map(({ userId }) => userId));
  const unseen = users.flatMap(({ id, name, seenAt }) => (ranked.has(id) && seenAt === null ? [isolated(name)] : []));
  const { freeze, reveal, disabledReason } = useChange();
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
          Prizes only for seen people
        </CheckField>
        <p className="-mt-2 text-pretty text-mute [overflow-wrap:anywhere]">
          {unseen.length === 0
            ? 'The badges of everybody in the first ten places were seen.'
            : `Not seen yet, of the first ten places: ${listed(unseen)}. Tick it on their cards in Find a person.`}
        </p>
        <div className="flex flex-wrap gap-2.5">
          <Button
            tone="sun"
            onClick={() => reveal(BEGUN, onlySeen)}
            disabledReason={rankingOf(users, { onlySeen }).length === 0 ? 'Nobody would have a place.' : disabledReason}
          >
            Begin the ceremony
          </Button>
          <WallLink />
        </div>
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

function Unfreeze() {
  const { freeze, disabledReason } = useChange();
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
      onYes={() => freeze({ frozen: false })}
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

/** Returns `Tell 4th: Rosa and Gus, 120 points`. */
function stepWords({ places }: Ceremony, next: number): string {
  if (next === PODIUM) return 'Show the podium';
  const tied = places.filter(({ rank }) => rank === next);
  return `Tell ${ordinal(next)}: ${listed(tied.map(({ name }) => isolated(name)))}, ${counted(tied[0]?.points ?? 0, 'point')}`;
}

function Steps({ to, places }: Ceremony & { to: number }) {
  const { freeze, reveal, disabledReason } = useChange();
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
        onClick={() => (next === null ? freeze({ frozen: false }) : reveal(next))}
        disabledReason={disabledReason}
      >
        {next === null ? 'End: show everybody all points' : stepWords({ to, places }, next)}
      </Button>
      {!connected && <p>No connection here. Go on at the big screen, if it is unlocked: press its space bar.</p>}
      <div className="flex flex-wrap gap-2.5">
        {to === BEGUN && (
          <Button onClick={() => reveal(null)} disabledReason={disabledReason}>
            Not yet: put the ceremony away
          </Button>
        )}
        <WallLink />
      </div>
    </>
  );
}
