import Megaphone from 'lucide-react/icons/megaphone';
import type { ReactNode } from 'react';
import { useEvents } from '#features/events/web/state.ts';
import { isolated } from '#platform/names.ts';
import { counted } from '#platform/numbers.ts';
import { cardDate, clockTime, relativeTime } from '#platform/time.ts';
import { useNow } from '#platform/web/clock.tsx';
import { StateLabel } from '#platform/web/ui/badge.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Card } from '#platform/web/ui/frames.tsx';
import type { Message } from '../contract.ts';
import { MessageText } from './parts/MessageText.tsx';
import { understand, useMessages, useNotUnderstood, useReading } from './state.ts';

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

/** The messages in force for this device, above the announcements of the chat. */
export function FestivalMessages({ zone }: { zone: string }) {
  const messages = useMessages();
  useReading(messages);
  if (messages.length === 0) return null;
  return (
    <section aria-labelledby="from-the-festival" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 id="from-the-festival" className="flex items-center gap-2 text-lg font-semibold text-sun">
        <Megaphone aria-hidden="true" className="size-5" />
        From the festival
      </h2>
      <ul className="grid gap-4 wide:grid-cols-2">
        {messages.map((message) => (
          <li key={message.id} className="break-inside-avoid">
            <MessageCard message={message} zone={zone} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Messages to the staff, on a helper's desk until each is understood there; urgent ones are in the band. */
export const StaffMessages = ({ zone }: { zone: string }) =>
  useNotUnderstood()
    .filter(({ audience, urgent }) => audience === 'staff' && !urgent)
    .map((message) => (
      <MessageCard key={message.id} message={message} zone={zone}>
        <Button className="justify-self-start" onClick={() => understand(message)}>
          Understood
        </Button>
      </MessageCard>
    ));
