import { useQuery } from '@tanstack/react-query';
import type { FestivalEvent } from '#features/events/contract.ts';
import { useNow } from '#platform/web/clock.tsx';
import { Card } from '#platform/web/ui/frames.tsx';
import { averageWords, isAsked } from '../rules.ts';
import { feedbackQuery } from './queries.ts';

/** For organisers and the host, once the event is over: what people said of it. Nothing while nobody said anything. */
export function FeedbackCard({ event }: { event: FestivalEvent }) {
  const now = useNow();
  const isOver = event.status === 'completed' || isAsked(event, now);
  const { data: said = [] } = useQuery({ ...feedbackQuery(event.id), enabled: isOver });
  if (!isOver || said.length === 0) return null;
  return (
    <Card as="section" aria-label="How it was" className="grid gap-2 p-4 sm:p-5">
      <h3 className="text-lg font-semibold">How it was</h3>
      <p>{averageWords(said)}</p>
      <ul className="grid gap-1.5">
        {said.map(({ stars, text }, index) =>
          text === '' ? null : (
            // biome-ignore lint/suspicious/noArrayIndexKey: they have no identity on purpose
            <li key={index} className="[overflow-wrap:anywhere]">
              <span className="text-mute">{stars} of 5:</span> {text}
            </li>
          ),
        )}
      </ul>
    </Card>
  );
}
