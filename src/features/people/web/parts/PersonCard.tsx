import Ellipsis from 'lucide-react/icons/ellipsis-vertical';
import Smartphone from 'lucide-react/icons/smartphone';
import { Link } from 'wouter';
import { delayWords } from '#features/events/rules/clock.ts';
import { PointsButton } from '#features/points/web/PointsButton.tsx';
import { SeenBox } from '#features/users/web/SeenBox.tsx';
import { isolated } from '#platform/isolated.ts';
import { listed } from '#platform/listed.ts';
import { counted, ordinal } from '#platform/numbers.ts';
import { longDay, relativeTime, tickerTime, timeRange } from '#platform/time.ts';
import { useNow } from '#platform/web/now.tsx';
import { StateLabel } from '#platform/web/ui/badge.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import type { Person } from '../../contract.ts';

/** A place, or what stands for a person when their places are handed over. */
export type Belonging = { readonly id: string; readonly playerName: string; readonly eventId?: string };

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
export function PersonCard({ person, zone, onAmend, onHandOver, onPoints, onLeave }: PersonCardProps) {
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
            : `${counted(devices.length, 'device')} since ${tickerTime(devices.map((one) => one.since).sort()[0] ?? now, zone)}, last used ${listed(devices.map((one) => relativeTime(one.lastSeen, now)))}`}
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
