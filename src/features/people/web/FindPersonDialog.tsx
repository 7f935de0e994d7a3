import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import Ellipsis from 'lucide-react/icons/ellipsis-vertical';
import Smartphone from 'lucide-react/icons/smartphone';
import { useDeferredValue, useState } from 'react';
import { Link } from 'wouter';
import type { Amended } from '#features/amendments/contract.ts';
import { AmendDialog } from '#features/amendments/web/AmendDialog.tsx';
import { AmendedPlace } from '#features/amendments/web/AmendedPlace.tsx';
import { amendmentsQuery } from '#features/amendments/web/queries.ts';
import { HandoverDialog } from '#features/devices/web/HandoverDialog.tsx';
import { delayWords } from '#features/events/rules/clock.ts';
import { useAllEvents } from '#features/events/web/state.ts';
import { PointsButton } from '#features/points/web/PointsButton.tsx';
import { isolated, NAME_LIMIT } from '#platform/names.ts';
import { counted, listed, ordinal } from '#platform/numbers.ts';
import { longDay, relativeTime, tickerTime, timeRange } from '#platform/time.ts';
import { request } from '#platform/web/api.ts';
import { useNow } from '#platform/web/clock.tsx';
import { StateLabel } from '#platform/web/ui/badge.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Dialog } from '#platform/web/ui/dialog.tsx';
import { SearchField } from '#platform/web/ui/field.tsx';
import { hideKeyboard } from '#platform/web/ui/focus.ts';
import { LoadError, Loading } from '#platform/web/ui/loading.tsx';
import type { findPeople, Person } from '../contract.ts';
import { MORE_HEADER, PEOPLE_MOST, PEOPLE_SHOWN } from '../limits.ts';
import { SeenBox } from '../users/web/SeenBox.tsx';

/** A place, or what stands for a person when their places are handed over. */
type Belonging = { readonly id: string; readonly playerName: string; readonly eventId?: string };

type PersonCardProps = {
  person: Person;
  zone: string;
  onAmend: (place: Belonging) => void;
  onHandOver: (of: Belonging) => void;
  /** Points may have been given. */
  onPoints: () => void;
  /** A link leads away from the dialog. */
  onLeave: () => void;
};

/** One phone, or one name without a phone, with everything that it has. */
function PersonCard({ person, zone, onAmend, onHandOver, onPoints, onLeave }: PersonCardProps) {
  const { names, places, waiting, accounts, games, devices } = person;
  const [name = '', ...others] = names;
  const now = useNow();
  const things = [...places, ...waiting];
  const [held] = [...things, ...accounts.map((account) => ({ ...account, playerName: account.name }))];
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-2xl border border-line bg-deep p-4">
      <div>
        <h3 className="text-xl font-semibold [overflow-wrap:anywhere]">{name}</h3>
        {others.length > 0 && (
          <p className="text-mute [overflow-wrap:anywhere]">On the same phone: {listed(others.map(isolated))}</p>
        )}
        <p className="text-sm text-mute">
          {devices.length === 0
            ? 'Without a phone'
            : `${counted(devices.length, 'device')} since ${tickerTime(devices.map((device) => device.since).sort()[0] ?? now, zone)}, last used ${listed(devices.map((device) => relativeTime(device.lastSeen, now)))}`}
        </p>
      </div>
      {things.length > 0 && (
        <ul aria-label={`Places of ${name}`} className="grid grid-cols-[minmax(0,1fr)] gap-2">
          {things.map((thing) => (
            <li key={thing.id} className="flex items-start gap-1">
              <InEvent thing={thing} zone={zone} isNamed={others.length > 0} onLeave={onLeave} />
              {'checkedIn' in thing && (
                <Button
                  tone="ghost"
                  size="icon"
                  aria-label={`Rename, move or remove: ${thing.playerName} in ${thing.title}`}
                  onClick={() => onAmend(thing)}
                >
                  <Ellipsis aria-hidden="true" />
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {accounts.length > 0 && (
        <p className="flex flex-wrap gap-2">
          {accounts.map((account) => (
            <PointsButton key={account.id} user={account} onClosed={onPoints}>
              {`${isolated(account.name)}: ${counted(account.score, 'point')}`}
              {account.shownScore !== account.score && (
                <span className="font-normal text-mute">others see {String(account.shownScore)}</span>
              )}
            </PointsButton>
          ))}
        </p>
      )}
      {games.length > 0 && (
        <p className="[overflow-wrap:anywhere]">
          {games.map((game) => `${isolated(game.owner)} brings ${isolated(game.name)}`).join(' · ')}
        </p>
      )}
      {accounts.map((account) => (
        <SeenBox key={account.id} user={account} />
      ))}
      {held && (
        <Button className="justify-self-start" aria-label={`Hand over: ${name}`} onClick={() => onHandOver(held)}>
          <Smartphone aria-hidden="true" />
          Hand over
        </Button>
      )}
    </li>
  );
}

type InEventProps = {
  thing: Person['places'][number] | Person['waiting'][number];
  zone: string;
  /** Whether the phone has several names. */
  isNamed: boolean;
  onLeave: () => void;
};

/** What, where and when; the room first, because it is what most people ask for. */
const InEvent = ({ thing, zone, isNamed, onLeave }: InEventProps) => (
  <div className={`grid min-w-0 flex-1 [overflow-wrap:anywhere] ${thing.isOver ? 'text-mute' : ''}`}>
    <span className="flex flex-wrap items-baseline gap-x-3">
      <Link
        href={`/admin/events/${thing.eventId}`}
        onClick={onLeave}
        className="font-semibold underline underline-offset-4"
      >
        {thing.title}
      </Link>
      <State thing={thing} />
    </span>
    <span>
      <strong>{isolated(thing.location)}</strong> · {longDay(thing.startTime, zone)},{' '}
      {timeRange(thing.startTime, thing.duration, zone)}
      {thing.lateMinutes > 0 && !thing.isOver && `, ${delayWords(thing.lateMinutes)}`}
    </span>
    {isNamed && <span className="text-sm text-mute">{thing.playerName}</span>}
  </div>
);

function State({ thing }: Pick<InEventProps, 'thing'>) {
  if ('rank' in thing) return <StateLabel colour="sun">{ordinal(thing.rank)} in line</StateLabel>;
  if (thing.checkedIn) return <StateLabel colour="sea">Checked in</StateLabel>;
  return <StateLabel colour="mute">{thing.isOver ? 'Over' : 'Not checked in'}</StateLabel>;
}

/** Shows the people found before until the next are there. What is found stays in memory for as long as the dialog is open. */
const peopleQuery = (q: string, most: number) =>
  queryOptions({
    queryKey: ['rsvps', 'people', q, most],
    queryFn: async ({ signal }) => {
      let more = 0;
      const hear = (header: (name: string) => string | null) => {
        more = Number(header(MORE_HEADER));
      };
      const people = await request<typeof findPeople>('GET /api/people', {
        query: { q, most: most === PEOPLE_SHOWN ? undefined : most },
        signal,
        hear,
      });
      return { people, more };
    },
    placeholderData: keepPreviousData,
    gcTime: 0,
  });

type FindPersonDialogProps = { zone: string; onClose: () => void };

/** Searches everybody by a part of their name. Asks once before the first letter, so that the server is prepared for it. */
export function FindPersonDialog({ zone, onClose }: FindPersonDialogProps) {
  const [typed, type] = useState('');
  const q = useDeferredValue(typed.trim());
  const [most, setMost] = useState(PEOPLE_SHOWN);
  const { data, isError, isPlaceholderData, refetch } = useQuery(peopleQuery(q, most));
  const { data: events } = useAllEvents();
  const search = (text: string) => {
    type(text);
    setMost(PEOPLE_SHOWN);
  };
  const [chosen, choose] = useState<Belonging>();
  const [lost, lose] = useState<Belonging>();
  const [amended, setAmended] = useState<Amended>();
  const event = events?.find(({ id }) => id === chosen?.eventId);
  const { people = [], more = 0 } = q === '' ? {} : (data ?? {});
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title="Find a person"
      description="By a part of any name: places, waiting lists, accounts and games."
    >
      {/* On a phone the dialog is at the bottom: the field must not move with what is found. */}
      <div className="grid min-h-[65dvh] grid-cols-[minmax(0,1fr)] content-start gap-4">
        <form onSubmit={hideKeyboard}>
          <SearchField label="Name" limit={NAME_LIMIT} autoCapitalize="words" value={typed} onSearch={search} />
        </form>
        <p role="status" className="text-mute [overflow-wrap:anywhere] empty:hidden">
          {q !== '' && data !== undefined && !isPlaceholderData && foundWords(q, people, more)}
        </p>
        {data === undefined && isError && <LoadError title="The search failed" onRetry={() => void refetch()} />}
        {q !== '' && data === undefined && !isError && <Loading words="Searching..." className="h-40 rounded-2xl" />}
        {amended && <JustAmended key={amended.id} amended={amended} />}
        {people.length > 0 && (
          <ul aria-label="People" className="grid grid-cols-[minmax(0,1fr)] gap-3">
            {people.map((person) => (
              <PersonCard
                key={person.id}
                person={person}
                zone={zone}
                onAmend={choose}
                onHandOver={lose}
                onPoints={() => void refetch()}
                onLeave={onClose}
              />
            ))}
          </ul>
        )}
        {more > 0 && most < PEOPLE_MOST && (
          <Button className="justify-self-center" onClick={() => setMost(most + PEOPLE_SHOWN)}>
            Show more people
          </Button>
        )}
      </div>
      {chosen && event && (
        <AmendDialog
          place={chosen}
          event={event}
          zone={zone}
          onAmended={setAmended}
          onHandOver={() => {
            lose(chosen);
            choose(undefined);
          }}
          onClose={() => choose(undefined)}
        />
      )}
      {lost && <HandoverDialog id={lost.id} name={lost.playerName} zone={zone} onClose={() => lose(undefined)} />}
    </Dialog>
  );
}

function foundWords(q: string, people: readonly Person[], more: number): string {
  if (people.length === 0) return `Nobody called “${q}” has anything here.`;
  const shown = counted(people.length, 'person', 'people');
  return more === 0 ? shown : `${shown} and ${more.toLocaleString('en-US')} more.`;
}

/** The undo of what was changed here last, for as long as the server offers it. */
function JustAmended({ amended }: { amended: Amended }) {
  const { data } = useQuery(amendmentsQuery(amended.eventId));
  const offered = data?.find(({ id }) => id === amended.id);
  return offered && <AmendedPlace amendment={offered} justMade />;
}
