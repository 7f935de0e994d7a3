import { useQuery } from '@tanstack/react-query';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useState } from 'react';
import { isolated } from '#platform/names.ts';
import { cardDate, clockTime } from '#platform/time.ts';
import { Pending } from '#platform/web/ui/loading.tsx';
import type { CheckInLine } from '../../contract.ts';
import { byWords, checkInWords } from '../../rules/check-ins.ts';
import { checkedInQuery } from '../queries.ts';
import type { Shown } from './AuditFilters.tsx';
import { Only } from './Only.tsx';

type CheckInsProps = { line: CheckInLine; zone: string; onShow: (part: Shown) => void };

/** The check-ins of an event during an hour; who they were is one press away. */
export function CheckIns({ line, zone, onShow }: CheckInsProps) {
  const [isOpen, open] = useState(false);
  const { eventId, title, hour } = line;
  const [from, until] = [`${hour}:00:00.000Z`, new Date(Date.parse(`${hour}:00:00.000Z`) + 3_600_000).toISOString()];
  return (
    <article className="grid gap-1 border-b border-line py-3">
      <h4 className="font-semibold [overflow-wrap:anywhere]">{checkInWords(line)}</h4>
      <p className="text-sm text-mute [overflow-wrap:anywhere]">
        {`${cardDate(from, zone)}, ${clockTime(from, zone)} to ${clockTime(until, zone)} · `}
        <Only what="Only changes of this event" onClick={() => onShow({ event: { id: eventId, title } })}>
          {title}
        </Only>
      </p>
      <details className="group" onToggle={(toggled) => open(toggled.currentTarget.open)}>
        <summary className="inline-flex min-h-11 cursor-pointer items-center gap-1.5 text-[0.9375rem] text-mute hover:text-ink">
          <ChevronRight aria-hidden="true" className="size-4 group-open:rotate-90" />
          Who
        </summary>
        {isOpen && <People line={line} zone={zone} />}
      </details>
    </article>
  );
}

function People({ line: { eventId, hour, lastAt, count }, zone }: Pick<CheckInsProps, 'line' | 'zone'>) {
  const { data: people, isError, refetch } = useQuery(checkedInQuery(eventId, hour, lastAt));
  if (people === undefined) return <Pending what="people" failed={isError} retry={refetch} count={1} className="h-8" />;
  return (
    <ul aria-label="Checked in" className="grid gap-0.5 text-[0.9375rem]">
      {people.map(({ id, playerName, at, ...by }) => (
        <li key={id} className="min-w-0 [overflow-wrap:anywhere]">
          {isolated(playerName)}
          <span className="text-mute">, {[clockTime(at, zone), ...byWords(by)].join(' by ')}</span>
        </li>
      ))}
      {count > people.length && <li className="text-mute">and {count - people.length} more</li>}
    </ul>
  );
}
