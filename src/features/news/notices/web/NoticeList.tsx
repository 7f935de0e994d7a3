import { useMutation, useQuery } from '@tanstack/react-query';
import BellRing from 'lucide-react/icons/bell-ring';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { eventAddress } from '#features/events/web/EventCard.tsx';
import { eventsQuery } from '#features/events/web/state.ts';
import { RoomName } from '#features/festival/web/RoomName.tsx';
import { type EndedPlace, leadsToLine, useUnsentPlaces, wordsOf } from '#features/rsvps/web/unsent/place-writes.ts';
import { isolated } from '#platform/names.ts';
import { clockTime, longDay, relativeTime } from '#platform/time.ts';
import { request } from '#platform/web/api.ts';
import { useNow } from '#platform/web/clock.tsx';
import { StateLabel } from '#platform/web/ui/badge.tsx';
import { DismissLine } from '#platform/web/ui/dismiss-line.tsx';
import { Card } from '#platform/web/ui/frames.tsx';
import type { markSeen, Notice } from '../contract.ts';
import { type Change, changesOf, noticeWords, renamingOf, sentenceOf } from '../rules.ts';
import { myNoticesQuery } from './queries.ts';

/** Cancelled events, below the places in My schedule. */
export const CancelledEvents = ({ notices, zone }: { notices: readonly Notice[]; zone: string }) => (
  <section aria-label="Cancelled" className="grid gap-3">
    <h2 className="text-lg text-mute">Cancelled</h2>
    <ul className="grid gap-3">
      {notices.map((notice) => (
        <li key={notice.id} className="break-inside-avoid">
          <CancelledEvent notice={notice} zone={zone} />
        </li>
      ))}
    </ul>
  </section>
);

const CancelledEvent = ({ notice: { is }, zone }: { notice: Notice; zone: string }) => (
  <Card as="article" edge="left" className="grid gap-2 py-4 pr-4 pl-5 sm:pr-5 sm:pl-6">
    <div className="flex items-start justify-between gap-4">
      <p className="min-w-0 text-[0.9375rem] text-mute [overflow-wrap:anywhere]">
        <time dateTime={is.startTime}>
          {longDay(is.startTime, zone)} · {clockTime(is.startTime, zone)}
        </time>{' '}
        · {is.location}
      </p>
      <StateLabel colour="coral">CANCELLED</StateLabel>
    </div>
    <h3 className="text-xl leading-tight font-semibold text-mute [overflow-wrap:anywhere]">
      <del>{is.title}</del>
    </h3>
  </Card>
);

/** "1:00 PM → 2:00 PM", said as "1:00 PM became 2:00 PM". */
export const Changes = ({ changes }: { changes: readonly Change[] }) =>
  changes.map(({ was, is, isRoom }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a title and a room may be equal
    <span key={index}>
      {index > 0 && ', '}
      <del className="text-mute decoration-coral">{was}</del>
      <span aria-hidden="true"> → </span>
      <span className="sr-only"> became </span>
      <ins className="font-semibold text-ink no-underline">{isRoom ? <RoomName name={is} /> : is}</ins>
    </span>
  ));

type ChangeMarkProps = { eventId: string; notices: readonly Notice[]; zone: string };

/** On the card of an event: its new time and room, while the notice of them is shown. */
export function ChangeMark({ eventId, notices, zone }: ChangeMarkProps) {
  const notice = notices.find(
    (notice) => notice.kind === 'event' && notice.eventId === eventId && !notice.is.cancelled,
  );
  if (notice === undefined) return null;
  const { was, is } = notice;
  const changes = [...changesOf(was, is, zone), ...renamingOf(was, is)];
  if (changes.length === 0) return null;
  return (
    <p className="[overflow-wrap:anywhere]">
      <span className="font-semibold text-sun">Changed: </span>
      <Changes changes={changes} />
    </p>
  );
}

/** Milliseconds on screen after which a notice counts as seen. */
const SEEN_AFTER = 3_000;
const NONE: readonly Notice[] = [];

type News = {
  /** Every notice of this device; undefined until they are loaded. */
  readonly all: readonly Notice[] | undefined;
  readonly shown: readonly Notice[];
  readonly dismiss: (notice: Notice) => void;
  /** How writes ended that had waited for the network. Only this device knows them. */
  readonly ended: readonly EndedPlace[];
  readonly dismissEnded: (id: string) => void;
};

/** Calls `see` when what `ids` names was on the screen long enough. */
function useSeen(ids: string, see: (ids: string[]) => void): void {
  const latest = useRef(see);
  latest.current = see;
  useEffect(() => {
    if (ids === '') return;
    const look = () => {
      if (!document.hidden) latest.current(ids.split(','));
    };
    let timer = setTimeout(look, SEEN_AFTER);
    const onVisible = () => {
      clearTimeout(timer);
      timer = setTimeout(look, SEEN_AFTER);
    };
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [ids]);
}

/** What ended, until it was seen and the page is left. */
function useEnded(): Pick<News, 'ended' | 'dismissEnded'> {
  const { ended } = useUnsentPlaces();
  const [read, setRead] = useState<readonly EndedPlace[]>([]);
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set());
  const drop = async (ids: readonly string[]) => {
    await (await import('#platform/web/unsent-writes.ts')).dropUnsent(({ id }) => ids.includes(id));
  };
  useSeen(ended.map(({ id }) => id).join(), (ids) => {
    setRead([...read, ...ended]);
    void drop(ids);
  });
  const seenIds = new Set(read.map(({ id }) => id));
  const all = [...read, ...ended.filter(({ id }) => !seenIds.has(id))];
  return {
    ended: all.filter(({ id }) => !dismissed.has(id)).reverse(),
    dismissEnded: (id) => {
      setDismissed(new Set([...dismissed, id]));
      void drop([id]);
    },
  };
}

/** Which notices My schedule shows: those that nobody has seen, and those that were seen since it was opened. */
export function useNews(): News {
  const { data: all, isError } = useQuery(myNoticesQuery);
  const { mutate } = useMutation({
    mutationFn: (ids: string[]) => request<typeof markSeen>('POST /api/notices/seen', { body: { ids } }),
  });
  const [seenHere, setSeenHere] = useState<ReadonlySet<string>>(new Set());
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set());
  const unseen = (all ?? NONE).filter(({ seen }) => !seen).map(({ id }) => id);
  useSeen(unseen.join(), (ids) => {
    setSeenHere((before) => new Set([...before, ...ids]));
    mutate(ids);
  });
  const ended = useEnded();
  return {
    all: all ?? (isError ? NONE : undefined),
    shown: (all ?? NONE).filter(({ id, seen }) => !dismissed.has(id) && (!seen || seenHere.has(id))),
    dismiss: ({ id, seen }) => {
      setDismissed(new Set([...dismissed, id]));
      if (!seen) mutate([id]);
    },
    ...ended,
  };
}

/** What changed for this device's places, above My schedule. */
export function NoticeList({ news: { shown, dismiss, ended, dismissEnded }, zone }: { news: News; zone: string }) {
  const box = useRef<HTMLElement>(null);
  useSteadyScreenBelow(box);
  if (shown.length + ended.length === 0) return null;
  return (
    <section ref={box} aria-labelledby="news" className="no-print grid gap-3">
      <h2 id="news" className="flex items-center gap-2 text-lg font-semibold text-sun">
        <BellRing aria-hidden="true" className="size-5" />
        What changed
      </h2>
      <ul className="card divide-y divide-line border-sun/60 pr-1.5 pl-4 sm:pl-5">
        {ended.map((write) => (
          <EndedLine key={write.id} write={write} onDismiss={() => dismissEnded(write.id)} />
        ))}
        {shown.map((notice) => (
          <NoticeLine key={notice.id} notice={notice} zone={zone} onDismiss={dismiss} />
        ))}
      </ul>
    </section>
  );
}

/** Scrolls by what the box grew: a thumb on its way to a button below must not meet another one. */
function useSteadyScreenBelow(box: { readonly current: HTMLElement | null }) {
  const before = useRef<number>(undefined);
  useLayoutEffect(() => {
    const height = heightOf(box.current);
    const grown = height - (before.current ?? height);
    before.current = height;
    if (grown > 0) scrollBy({ top: grown, behavior: 'instant' });
  });
}

/** With the gap below, which may be 'normal'. */
const heightOf = (box: HTMLElement | null): number =>
  box === null ? 0 : box.offsetHeight + (Number.parseFloat(getComputedStyle(box.parentElement ?? box).rowGap) || 0);

type NoticeLineProps = { notice: Notice; zone: string; onDismiss: (notice: Notice) => void };

const NoticeLine = ({ notice, zone, onDismiss }: NoticeLineProps) => {
  const words = noticeWords(notice, zone);
  return (
    <Line at={notice.at} sentence={sentenceOf(words)} onDismiss={() => onDismiss(notice)}>
      <p>
        <Sentence text={words.before} room={isolated(notice.is.location)} /> <Changes changes={words.changes} />
      </p>
    </Line>
  );
};

/** A sentence in which the room leads to the room. */
function Sentence({ text, room }: { text: string; room: string }) {
  const at = text.lastIndexOf(room);
  if (at === -1) return <span>{text}</span>;
  return (
    <>
      <span>{text.slice(0, at)}</span>
      <RoomName name={room} />
      <span>{text.slice(at + room.length)}</span>
    </>
  );
}

/** How a write ended that had waited for the network. */
function EndedLine({ write, onDismiss }: { write: EndedPlace; onDismiss: () => void }) {
  const { data: events } = useQuery(eventsQuery);
  return (
    <Line at={write.end.at} sentence={wordsOf(write)} onDismiss={onDismiss}>
      <p>{wordsOf(write)}</p>
      {leadsToLine(write, events) && (
        <p>
          <Link
            href={eventAddress(write.body.eventId)}
            className="inline-flex min-h-11 items-center font-semibold text-sea underline-offset-4 hover:underline"
          >
            Join the waiting list
          </Link>
        </p>
      )}
    </Line>
  );
}

type LineProps = { at: string; sentence: string; onDismiss: () => void; children: ReactNode };

const Line = ({ at, sentence, onDismiss, children }: LineProps) => {
  const now = useNow();
  return (
    <DismissLine label={sentence} onDismiss={onDismiss}>
      {children}
      <p className="text-sm text-mute">{relativeTime(at, now)}</p>
    </DismissLine>
  );
};
