import BellRing from 'lucide-react/icons/bell-ring';
import X from 'lucide-react/icons/x';
import { useState } from 'react';
import { relativeTime } from '#platform/time.ts';
import { useNow } from '#platform/web/now.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import type { Notice } from '../contract.ts';
import { noticeWords, sentenceOf } from '../rules.ts';
import { Changes } from './ChangeMark.tsx';
import type { News } from './state.ts';

/** What changed for this device's places, above My schedule. Says aloud what comes while it is open. */
export function NoticeList({ news, zone }: { news: News; zone: string }) {
  const { shown, dismiss } = news;
  const [first] = useState(() => new Set(shown.map(keyOf)));
  const latest = shown.find((notice) => !first.has(keyOf(notice)));
  return (
    <>
      <p role="status" className="sr-only">
        {latest && sentenceOf(noticeWords(latest, zone))}
      </p>
      {shown.length > 0 && (
        <section aria-labelledby="news" className="no-print grid gap-3">
          <h2 id="news" className="flex items-center gap-2 text-lg font-semibold text-sun">
            <BellRing aria-hidden="true" className="size-5" />
            What changed
          </h2>
          <ul className="card divide-y divide-line border-sun/60 pl-4 sm:pl-5">
            {shown.map((notice) => (
              <Line key={notice.id} notice={notice} zone={zone} onDismiss={dismiss} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** A notice that takes in another change is said again. */
const keyOf = ({ id, at }: Notice): string => `${id} ${at}`;

type LineProps = { notice: Notice; zone: string; onDismiss: (notice: Notice) => void };

const Line = ({ notice, zone, onDismiss }: LineProps) => {
  const words = noticeWords(notice, zone);
  const now = useNow();
  return (
    <li className="flex items-start justify-between gap-2 py-1.5">
      <div className="min-w-0 py-2.5 [overflow-wrap:anywhere]">
        <p>
          {words.before} <Changes changes={words.changes} />
        </p>
        <p className="text-sm text-mute">{relativeTime(notice.at, now)}</p>
      </div>
      <Button tone="ghost" size="icon" aria-label={`Dismiss: ${sentenceOf(words)}`} onClick={() => onDismiss(notice)}>
        <X aria-hidden="true" />
      </Button>
    </li>
  );
};
