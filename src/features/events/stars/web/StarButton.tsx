import { useQuery } from '@tanstack/react-query';
import Star from 'lucide-react/icons/star';
import { useVisitorAct } from '#features/access/web/act.tsx';
import type { FestivalEvent } from '#features/events/contract.ts';
import { offerReminders } from '#features/news/push/web/state.ts';
import { newIdempotencyKey, request } from '#platform/web/api.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import type { addStar, removeStar } from '../contract.ts';
import { starsQuery } from './queries.ts';

/** Notes that an event interests this visitor, or takes that back. */
export function StarButton({ event, iconOnly = false }: { event: FestivalEvent; iconOnly?: boolean }) {
  const { data: stars = [] } = useQuery(starsQuery);
  const isOn = stars.includes(event.id);
  const params = { id: event.id };
  const toggle = useVisitorAct(
    async (wanted: boolean) => {
      if (wanted)
        await request<typeof addStar>('PUT /api/events/{id}/star', { params, idempotencyKey: newIdempotencyKey() });
      else await request<typeof removeStar>('DELETE /api/events/{id}/star', { params });
    },
    {
      fails: 'The star could not be changed. Please try again.',
      busy: 'The star is being changed.',
      done: (_, wanted) => {
        if (wanted && stars.length === 0)
          showToast({
            ...offerReminders(),
            shownAt: '/schedule',
            title: 'Interested',
            description: 'It is on My schedule. A star is no place.',
          });
      },
    },
  );
  return (
    <Button
      tone="ghost"
      {...(iconOnly && { size: 'icon' as const })}
      aria-pressed={isOn}
      aria-label={iconOnly ? `Interested in ${event.title}` : undefined}
      onClick={() => toggle.run(!isOn)}
      disabledReason={toggle.busy}
    >
      <Star aria-hidden="true" className={isOn ? 'fill-sun text-sun' : ''} />
      {!iconOnly && 'Interested'}
    </Button>
  );
}
