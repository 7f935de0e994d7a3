import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import ChevronRight from 'lucide-react/icons/chevron-right';
import History from 'lucide-react/icons/history';
import { useEffect, useRef, useState } from 'react';
import { useAdminMode } from '#features/access/web/state.ts';
import { UnlockFirst } from '#features/access/web/UnlockFirst.tsx';
import { cardDate, clockTime, relativeTime } from '#platform/time.ts';
import { onTouched } from '#platform/web/api.ts';
import { useNow } from '#platform/web/clock.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { EmptyState, LoadError, Loading } from '#platform/web/ui/loading.tsx';
import { LongList } from '#platform/web/ui/long-list.tsx';
import type { AuditEntry, CheckInLine } from '../contract.ts';
import { type Difference, differences } from '../rules/differences.ts';
import { whoWords } from '../rules/who.ts';
import { AuditFilters, filterOf, type Shown } from './parts/AuditFilters.tsx';
import { CheckIns } from './parts/CheckIns.tsx';
import { Only } from './parts/Only.tsx';
import { AUDIT, auditQuery } from './queries.ts';

const ROW_HEIGHT = 92;

/** What organisers and helpers changed: when, what, before and after, and who. */
export function AuditList({ zone }: { zone: string }) {
  const { on } = useAdminMode();
  const [shown, show] = useState<Shown>({});
  const filters = useRef<HTMLFieldSetElement>(null);
  /** The pressed button goes away, and may be far below the filters. */
  const showAtFilters = (part: Shown) => {
    show({ ...shown, ...part });
    filters.current?.focus();
  };
  const filter = filterOf(shown);
  const { data: entries, isError, refetch, ...pages } = useInfiniteQuery({ ...auditQuery(filter), enabled: on });
  useOwnChanges();
  if (!on) {
    return (
      <UnlockFirst
        icon={<History />}
        to="see what was changed"
        text="Every change an organiser makes is listed here, with the values before and after."
      />
    );
  }
  const isFiltered = Object.keys(filter).length > 0;
  if (entries?.length === 0 && !isFiltered) {
    return <EmptyState icon={<History />} title="Nothing has been changed yet" />;
  }
  return (
    <div className="grid gap-4">
      {(isFiltered || entries) && (
        <AuditFilters
          ref={filters}
          shown={shown}
          onType={(person) => show({ ...shown, person })}
          onShow={showAtFilters}
        />
      )}
      {entries === undefined &&
        (isError ? (
          <LoadError title="The changes didn’t load" more="None is lost." onRetry={() => void refetch()} />
        ) : (
          <Loading words="Loading changes" count={3} className="h-18" />
        ))}
      <div role="status">{entries?.length === 0 && <EmptyState icon={<History />} title="No changes found" />}</div>
      {entries && entries.length > 0 && (
        <div className="card px-4">
          <LongList label="Changes" items={entries} keyOf={keyOf} rowHeight={ROW_HEIGHT}>
            {(row) =>
              'at' in row ? (
                <Entry entry={row} zone={zone} onShow={showAtFilters} />
              ) : (
                <CheckIns line={row} zone={zone} onShow={showAtFilters} />
              )
            }
          </LongList>
        </div>
      )}
      {pages.hasNextPage && (
        <Button
          className="justify-self-center"
          onClick={() => void pages.fetchNextPage()}
          disabledReason={pages.isFetchingNextPage ? 'Earlier changes are loading.' : undefined}
        >
          Earlier changes
        </Button>
      )}
    </div>
  );
}

const keyOf = (row: AuditEntry | CheckInLine): string => ('at' in row ? row.id : `${row.eventId} ${row.hour}`);

/** Refetches after a change made on this page. */
function useOwnChanges() {
  const client = useQueryClient();
  useEffect(() => onTouched(() => void client.invalidateQueries({ queryKey: AUDIT })), [client]);
}

const sentence = (action: string): string => action.charAt(0).toUpperCase() + action.slice(1);

type EntryProps = { entry: AuditEntry; zone: string; onShow: (part: Shown) => void };

const Entry = ({ entry, zone, onShow }: EntryProps) => {
  const now = useNow();
  const sayMoment = (iso: string) => `${cardDate(iso, zone)}, ${clockTime(iso, zone)}`;
  const changes = differences(entry, sayMoment);
  const { eventId, subject, session } = entry;
  return (
    <article className="grid gap-1 border-b border-line py-3">
      <h4 className="font-semibold [overflow-wrap:anywhere]">
        {sentence(entry.action)}
        {subject !== '' && ': '}
        <span className="text-sun">
          {eventId === null ? (
            subject
          ) : (
            <Only what="Only changes of this event" onClick={() => onShow({ event: { id: eventId, title: subject } })}>
              {subject}
            </Only>
          )}
        </span>
      </h4>
      <p className="text-sm text-mute">
        <time dateTime={entry.at} title={sayMoment(entry.at)}>
          {relativeTime(entry.at, now)}
        </time>
        {` · ${sayMoment(entry.at)} · `}
        <Only
          what={entry.byName === null ? 'Only changes of this session' : 'Only changes made here by them'}
          onClick={() => onShow({ session: { id: session, who: whoWords(entry) } })}
        >
          {whoWords(entry)}
        </Only>
      </p>
      <Changes changes={changes} />
    </article>
  );
};

const SHOWN_AT_ONCE = 3;

const Changes = ({ changes }: { changes: readonly Difference[] }) => {
  if (changes.length === 0) return null;
  const list = (
    <ul className="grid gap-0.5 text-[0.9375rem]">
      {changes.map((change) => (
        <Change key={change.field} {...change} />
      ))}
    </ul>
  );
  if (changes.length <= SHOWN_AT_ONCE) return list;
  return (
    <details className="group">
      <summary className="inline-flex min-h-11 cursor-pointer items-center gap-1.5 text-[0.9375rem] text-mute hover:text-ink">
        <ChevronRight aria-hidden="true" className="size-4 group-open:rotate-90" />
        {changes.length} fields
      </summary>
      {list}
    </details>
  );
};

const Change = ({ field, before, after }: Difference) => (
  <li className="min-w-0 [overflow-wrap:anywhere]">
    <span className="text-mute">{field}: </span>
    {before !== null && <del className="decoration-coral">{before}</del>}
    {before !== null && after !== null && (
      <>
        <span aria-hidden="true"> → </span>
        <span className="sr-only"> became </span>
      </>
    )}
    {after !== null && <ins className="font-semibold no-underline">{after}</ins>}
  </li>
);
