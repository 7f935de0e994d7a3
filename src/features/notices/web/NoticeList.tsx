import BellRing from 'lucide-react/icons/bell-ring';
import X from 'lucide-react/icons/x';
import { useLayoutEffect, useRef } from 'react';
import { relativeTime } from '#platform/time.ts';
import { useNow } from '#platform/web/now.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import type { Notice } from '../contract.ts';
import { noticeWords, sentenceOf } from '../rules.ts';
import { Changes } from './ChangeMark.tsx';
import type { News } from './state.ts';

/** What changed for this device's places, above My schedule. */
export function NoticeList({ news: { shown, dismiss }, zone }: { news: News; zone: string }) {
  const box = useRef<HTMLElement>(null);
  useSteadyScreenBelow(box);
  if (shown.length === 0) return null;
  return (
    <section ref={box} aria-labelledby="news" className="no-print grid gap-3">
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
