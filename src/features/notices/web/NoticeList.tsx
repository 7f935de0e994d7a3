import { useQuery } from '@tanstack/react-query';
import BellRing from 'lucide-react/icons/bell-ring';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { Link } from 'wouter';
import { eventAddress } from '#features/events/web/EventCard.tsx';
import { eventsQuery } from '#features/events/web/queries.ts';
import type { EndedPlace } from '#features/rsvps/web/unsent/place-writes.ts';
import { leadsToLine, wordsOf } from '#features/rsvps/web/unsent/words.ts';
import { relativeTime } from '#platform/time.ts';
import { useNow } from '#platform/web/now.tsx';
import { DismissLine } from '#platform/web/ui/dismiss-line.tsx';
import type { Notice } from '../contract.ts';
import { noticeWords, sentenceOf } from '../rules.ts';
import { Changes } from './ChangeMark.tsx';
import type { News } from './state.ts';

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
        {words.before} <Changes changes={words.changes} />
      </p>
    </Line>
  );
};

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
