import Megaphone from 'lucide-react/icons/megaphone';
import { ActButton, useAct } from '#features/access/web/act.tsx';
import { guarded } from '#features/access/web/state.ts';
import { request } from '#platform/web/api.ts';
import { nowIso } from '#platform/web/clock.tsx';
import { onDemand, useDialog } from '#platform/web/on-demand.tsx';
import { StateLabel } from '#platform/web/ui/badge.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import type { Message, withdrawMessage } from '../contract.ts';
import { whyNotEdit } from '../rules.ts';
import { MessageCard } from './MessageLists.tsx';
import { useMessages } from './state.ts';

const MessageDialog = onDemand(() => import('./MessageDialog.tsx').then((module) => module.MessageDialog));
const EditMessageDialog = onDemand(() => import('./MessageDialog.tsx').then((module) => module.EditMessageDialog));

/** The button that opens the form; with an event it is for its people. */
export function WriteMessage({ eventId }: { eventId?: string }) {
  const dialog = useDialog();
  return (
    <>
      <Button onClick={() => guarded(() => dialog.open())}>
        <Megaphone aria-hidden="true" />
        {eventId === undefined ? 'Write a message' : 'Message to this event’s people'}
      </Button>
      {dialog.show(() => (
        <MessageDialog {...(eventId !== undefined && { eventId })} onClose={dialog.close} />
      ))}
    </>
  );
}

/** The messages in force, or those of one event, with what may be done about them. */
export function MessageList({ zone, eventId }: { zone: string; eventId?: string }) {
  const messages = useMessages().filter((message) => eventId === undefined || message.eventId === eventId);
  const edit = useDialog<Message>();
  if (messages.length === 0) return null;
  return (
    <section aria-label="On phones now">
      <h3 className="font-semibold">On phones now</h3>
      <ul className="divide-y divide-line">
        {messages.map((message) => (
          <MessageLine key={message.id} message={message} zone={zone} onEdit={() => edit.open(message)} />
        ))}
      </ul>
      {edit.show((message) => (
        <EditMessageDialog message={message} onClose={edit.close} />
      ))}
    </section>
  );
}

type MessageLineProps = { message: Message; zone: string; onEdit: () => void };

/** One line, which opens the whole message. */
function MessageLine({ message, zone, onEdit }: MessageLineProps) {
  const { id, text, urgent } = message;
  const withdraw = useAct(() => request<typeof withdrawMessage>('DELETE /api/messages/{id}', { params: { id } }), {
    fails: 'The message could not be withdrawn. Please try again.',
    busy: 'The message is being withdrawn.',
  });
  return (
    <li>
      <article className="flex items-start gap-2 py-1">
        <details className="min-w-0 flex-1">
          <summary className="cursor-pointer truncate py-2.5 leading-6">
            {urgent && <StateLabel colour="coral">URGENT</StateLabel>} {text}
          </summary>
          <MessageCard message={message} zone={zone}>
            {whyNotEdit(message, new Date(nowIso())) === null && (
              <Button className="justify-self-start" onClick={() => guarded(onEdit)}>
                Edit
              </Button>
            )}
          </MessageCard>
        </details>
        <ActButton act={withdraw}>Withdraw</ActButton>
      </article>
    </li>
  );
}
