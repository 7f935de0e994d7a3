import Megaphone from 'lucide-react/icons/megaphone';
import { MessageCard } from './parts/MessageCard.tsx';
import { useMessages, useReading } from './state.ts';

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
