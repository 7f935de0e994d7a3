import { useMutation } from '@tanstack/react-query';
import Megaphone from 'lucide-react/icons/megaphone';
import { useState } from 'react';
import { guarded, sayUnlessLocked } from '#features/access/web/state.ts';
import { nowIso } from '#platform/web/clock.tsx';
import { LazyBoundary, onDemand } from '#platform/web/on-demand.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import type { Message } from '../contract.ts';
import { whyNotEdit } from '../rules.ts';
import { MessageCard } from './MessageLists.tsx';
import { useMessages, withdrawMessageMutation } from './state.ts';

const MessageDialog = onDemand(() => import('./MessageDialog.tsx').then((module) => module.MessageDialog));
const EditMessageDialog = onDemand(() => import('./MessageDialog.tsx').then((module) => module.EditMessageDialog));

/** The button that opens the form; with an event it is for its people. */
export function WriteMessage({ eventId }: { eventId?: string }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button onClick={() => guarded(() => setOpen(true))}>
        <Megaphone aria-hidden="true" />
        {eventId === undefined ? 'Write a message' : 'Message to this event’s people'}
      </Button>
      <LazyBoundary onMissing={close}>
        {isOpen && <MessageDialog {...(eventId !== undefined && { eventId })} onClose={close} />}
      </LazyBoundary>
    </>
  );
}

/** The messages in force, or those of one event, with what may be done about them. */
export function MessageList({ zone, eventId }: { zone: string; eventId?: string }) {
  const messages = useMessages().filter((message) => eventId === undefined || message.eventId === eventId);
  const [edited, setEdited] = useState<Message | null>(null);
  const close = () => setEdited(null);
  if (messages.length === 0) return null;
  return (
    <section aria-label="Messages in force" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h3 className="font-semibold">Messages in force</h3>
      <ul className="grid gap-3">
        {messages.map((message) => (
          <li key={message.id}>
            <MessageCard message={message} zone={zone}>
              <Acts message={message} onEdit={() => setEdited(message)} />
            </MessageCard>
          </li>
        ))}
      </ul>
      <LazyBoundary onMissing={close}>
        {edited !== null && <EditMessageDialog message={edited} onClose={close} />}
      </LazyBoundary>
    </section>
  );
}

function Acts({ message, onEdit }: { message: Message; onEdit: () => void }) {
  const { mutateAsync, isPending } = useMutation({
    ...withdrawMessageMutation,
    onError: sayUnlessLocked('The message could not be withdrawn. Please try again.'),
  });
  return (
    <div className="flex flex-wrap gap-2.5">
      {whyNotEdit(message, new Date(nowIso())) === null && <Button onClick={() => guarded(onEdit)}>Edit</Button>}
      <Button
        onClick={() => guarded(() => mutateAsync(message.id))}
        disabledReason={isPending ? 'The message is being withdrawn.' : undefined}
      >
        Withdraw
      </Button>
    </div>
  );
}
