import type { ReactNode } from 'react';
import { useEvents } from '#features/events/web/queries.ts';
import { isolated } from '#platform/isolated.ts';
import { counted } from '#platform/numbers.ts';
import { cardDate, clockTime, relativeTime } from '#platform/time.ts';
import { useNow } from '#platform/web/now.tsx';
import { StateLabel } from '#platform/web/ui/badge.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import type { Message } from '../../contract.ts';
import { MessageText } from './MessageText.tsx';

type MessageCardProps = { message: Message; zone: string; children?: ReactNode };

/** One message: its text, to whom, from whom, and buttons of those who may change it. */
export function MessageCard({ message, zone, children }: MessageCardProps) {
  const { text, urgent, from, at, endsAt, phones } = message;
  const now = useNow();
  const moment = (iso: string) => `${cardDate(iso, zone)}, ${clockTime(iso, zone)}`;
  return (
    <Card as="article" accent={urgent ? 'coral' : 'sun'} edge="left" className="grid gap-2 py-4 pr-4 pl-5">
      <MessageText text={text} />
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-mute [overflow-wrap:anywhere]">
        {urgent && <StateLabel colour="coral">URGENT</StateLabel>}
        <span>
          {isolated(from)} ·{' '}
          <time dateTime={at} title={moment(at)}>
            {relativeTime(at, now)}
          </time>
          <ToWhom message={message} />
          {children && ` · until ${moment(endsAt)}`}
          {phones !== undefined && ` · shown on ${counted(phones, 'phone')}`}
        </span>
      </p>
      {children}
    </Card>
  );
}

const ToWhom = ({ message: { audience, eventId } }: { message: Message }) => {
  const { known } = useEvents();
  if (audience === 'everybody') return null;
  const event = known?.find(({ id }) => id === eventId);
  const title = event === undefined ? 'an event' : isolated(event.title);
  return <span>{audience === 'staff' ? ' · to the staff' : ` · to the people of ${title}`}</span>;
};
