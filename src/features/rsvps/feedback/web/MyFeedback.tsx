import { useQuery } from '@tanstack/react-query';
import Star from 'lucide-react/icons/star';
import { useState } from 'react';
import { useVisitorAct } from '#features/access/web/act.tsx';
import type { FestivalEvent } from '#features/events/contract.ts';
import { sortByStart } from '#features/events/rules/programme.ts';
import { useEvents } from '#features/events/web/state.ts';
import { request } from '#platform/web/api.ts';
import { useNow } from '#platform/web/clock.tsx';
import { useHydrated } from '#platform/web/hydrated.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { TextField } from '#platform/web/ui/field.tsx';
import { Card } from '#platform/web/ui/frames.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import { myRsvpsQuery } from '../../web/queries.ts';
import type { Feedback, giveFeedback } from '../contract.ts';
import { TEXT } from '../limits.ts';
import { isAsked } from '../rules.ts';
import { myFeedbackQuery } from './queries.ts';

/** On My schedule: how the events were in which people of this device were checked in, for a week from their end. */
export function MyFeedback() {
  const now = useNow();
  const { all = [] } = useEvents();
  const { data: places = [] } = useQuery(myRsvpsQuery);
  const there = new Set(places.flatMap(({ eventId, checkedIn }) => (checkedIn ? eventId : [])));
  const asked = sortByStart(all.filter((event) => there.has(event.id) && isAsked(event, now)));
  const isShown = useHydrated() && asked.length > 0;
  const { data: said } = useQuery({ ...myFeedbackQuery, enabled: isShown });
  if (!isShown || said === undefined) return null;
  return (
    <section aria-label="How was it?" className="no-print grid gap-3">
      <h2 className="text-lg text-mute">How was it?</h2>
      {asked.map((event) => (
        <Asked key={event.id} event={event} said={said.find(({ eventId }) => eventId === event.id)} />
      ))}
    </section>
  );
}

const ALL = [1, 2, 3, 4, 5] as const;

function Asked({ event, said }: { event: FestivalEvent; said: Feedback | undefined }) {
  const [typed, setTyped] = useState<string>();
  const text = typed ?? said?.text ?? '';
  const say = useVisitorAct(
    (body: { stars: number; text: string }) =>
      request<typeof giveFeedback>('POST /api/events/{id}/feedback', { params: { id: event.id }, body }),
    {
      fails: 'It could not be sent. Please try again.',
      done: ({ text: sent }) => {
        setTyped(undefined);
        showToast({ title: 'Thank you', description: sent === '' ? 'You may add a line.' : 'The hosts read it.' });
      },
    },
  );
  const stars = say.isBusy ? (say.sent?.stars ?? 0) : (said?.stars ?? 0);
  return (
    <Card as="article" className="grid gap-2 py-3 pr-4 pl-5">
      <h3 className="leading-tight font-semibold [overflow-wrap:anywhere]">{event.title}</h3>
      <fieldset aria-label={`Stars for ${event.title}`} className="flex">
        {ALL.map((count) => (
          <button
            key={count}
            type="button"
            aria-label={count === 1 ? '1 star' : `${count} stars`}
            aria-pressed={stars === count}
            aria-disabled={say.isBusy || undefined}
            onClick={() => !say.isBusy && say.run({ stars: count, text })}
            className="grid size-11 cursor-pointer place-items-center"
          >
            <Star aria-hidden="true" className={count <= stars ? 'size-7 fill-sun text-sun' : 'size-7 text-mute'} />
          </button>
        ))}
      </fieldset>
      {said && (
        <form
          noValidate
          className="flex flex-wrap items-end gap-2.5 *:first:flex-[1_1_14rem]"
          onSubmit={(submitted) => {
            submitted.preventDefault();
            say.run({ stars: said.stars, text: text.trim() });
          }}
        >
          <TextField
            label="A line for the organisers and the host (optional)"
            hint="They do not see who wrote it."
            limit={TEXT}
            value={text}
            onChange={({ target }) => setTyped(target.value)}
          />
          <Button type="submit" disabledReason={say.busy ?? (text.trim() === said.text ? 'It is sent.' : undefined)}>
            Send
          </Button>
        </form>
      )}
    </Card>
  );
}
