import Megaphone from 'lucide-react/icons/megaphone';
import { ActButton, useAct } from '#features/access/web/act.tsx';
import { guarded } from '#features/access/web/state.ts';
import { request } from '#platform/web/api.ts';
import { nowIso } from '#platform/web/clock.tsx';
import { onDemand, useDialog } from '#platform/web/on-demand.tsx';
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
    <section aria-label="On phones now" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h3 className="font-semibold">On phones now</h3>
      <ul className="grid gap-3">
        {messages.map((message) => (
          <li key={message.id}>
            <MessageCard message={message} zone={zone}>
              <Acts message={message} onEdit={() => edit.open(message)} />
            </MessageCard>
          </li>
        ))}
      </ul>
      {edit.show((message) => (
        <EditMessageDialog message={message} onClose={edit.close} />
      ))}
    </section>
  );
}

function Acts({ message, onEdit }: { message: Message; onEdit: () => void }) {
  const { id } = message;
  const withdraw = useAct(() => request<typeof withdrawMessage>('DELETE /api/messages/{id}', { params: { id } }), {
    fails: 'The message could not be withdrawn. Please try again.',
    busy: 'The message is being withdrawn.',
  });
  return (
    <div className="flex flex-wrap gap-2.5">
      {whyNotEdit(message, new Date(nowIso())) === null && <Button onClick={() => guarded(onEdit)}>Edit</Button>}
      <ActButton act={withdraw}>Withdraw</ActButton>
    </div>
  );
}
