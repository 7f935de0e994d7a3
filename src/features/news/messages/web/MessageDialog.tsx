import { useState } from 'react';
import { useAct } from '#features/access/web/act.tsx';
import { sortByStart } from '#features/events/rules/programme.ts';
import { useAllEvents } from '#features/events/web/state.ts';
import { useFestival } from '#features/festival/web/queries.ts';
import { cardDate, clockTime, parseZoned, zonedInput } from '#platform/time.ts';
import { request } from '#platform/web/api.ts';
import { now } from '#platform/web/clock.tsx';
import { once } from '#platform/web/forms.ts';
import { CheckField, SelectField, TextArea, TextField } from '#platform/web/ui/field.tsx';
import { FormDialog } from '#platform/web/ui/form-dialog.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import type { Audience, editMessage, Message, NewMessage, writeMessage } from '../contract.ts';
import { TEXT_LIMIT } from '../limits.ts';
import { suggestedEnd, whyNotEnd } from '../rules.ts';

type MessageDialogProps = {
  /** Told are the people of this event alone. */
  eventId?: string;
  onClose: () => void;
};

const EVENT = 'event ';

const sendMessage = once('message', (body: NewMessage, idempotencyKey) =>
  request<typeof writeMessage>('POST /api/messages', { body, idempotencyKey }),
);

/** Writes a message: what, how urgent, to whom, until when. */
export function MessageDialog({ eventId, onClose }: MessageDialogProps) {
  const festival = useFestival();
  const { timeZone: zone } = festival;
  const { data: events = [] } = useAllEvents();
  const [text, setText] = useState('');
  const [urgent, setUrgent] = useState(false);
  const [to, setTo] = useState(eventId === undefined ? 'everybody' : EVENT + eventId);
  const [typedEnd, setEnd] = useState<string | null>(null);
  const write = useAct(sendMessage, {
    fails: 'The message could not be sent. Please try again.',
    inForm: true,
    done: () => {
      showToast({ title: 'Message sent' });
      onClose();
    },
  });
  const lastStart = sortByStart(events).at(-1)?.startTime;
  const end = typedEnd ?? zonedInput(suggestedEnd(urgent, new Date(now()), festival, lastStart), zone);
  const parsed = parseZoned(end, zone);
  const problem = 'iso' in parsed ? whyNotEnd(parsed.iso, new Date(now()), festival)?.message : parsed.problem;
  const isToEvent = to.startsWith(EVENT);
  const submit = () =>
    write.run({
      text,
      urgent,
      audience: isToEvent ? 'event' : (to as Audience),
      eventId: isToEvent ? to.slice(EVENT.length) : null,
      ...(typedEnd !== null && 'iso' in parsed ? { endsAt: parsed.iso } : {}),
    });
  const open = sortByStart(events.filter(({ status }) => status !== 'completed'));
  return (
    <FormDialog
      title={eventId === undefined ? 'Write a message' : 'Message to this event’s people'}
      description="It is on their phones at once, and under Announcements until it ends."
      submitLabel="Send"
      sendingLabel="Sending..."
      act={write}
      missing={missingOf(text) ?? (problem && 'Say until when.')}
      onSubmit={submit}
      onClose={onClose}
    >
      <MessageField text={text} onType={setText} />
      <CheckField checked={urgent} onCheck={setUrgent} className="font-semibold">
        Urgent
      </CheckField>
      <p role="status" className="-mt-2 text-[0.9375rem] text-coral empty:hidden">
        {urgent && urgentWords(to)}
      </p>
      {eventId === undefined && (
        <SelectField
          label="To"
          options={[
            { value: 'everybody', label: 'Everybody' },
            { value: 'staff', label: 'Organisers and helpers' },
            ...open.map(({ id, title, startTime }) => ({
              value: EVENT + id,
              label: `${title}, ${cardDate(startTime, zone)}, ${clockTime(startTime, zone)}`,
            })),
          ]}
          value={to}
          onChange={({ target }) => setTo(target.value)}
          className="text-ellipsis"
        />
      )}
      <TextField
        label="Until"
        type="datetime-local"
        value={end}
        onChange={({ target }) => setEnd(target.value)}
        error={problem}
      />
    </FormDialog>
  );
}

const urgentWords = (to: string): string =>
  to === 'everybody'
    ? 'A red band on every phone until it is understood, and it fills every big screen. For danger, and for what cannot wait.'
    : 'A red band on their phones until it is understood. For danger, and for what cannot wait.';

const lengthOf = (text: string): number => [...text.trim()].length;

const missingOf = (text: string): string | undefined => {
  if (text.trim() === '') return 'Write the message first.';
  return lengthOf(text) > TEXT_LIMIT ? 'The message is too long.' : undefined;
};

const MessageField = ({ text, onType }: { text: string; onType: (text: string) => void }) => (
  <TextArea
    label="Message"
    rows={4}
    value={text}
    hint={`${lengthOf(text)} of ${TEXT_LIMIT} characters`}
    error={lengthOf(text) > TEXT_LIMIT ? `At most ${TEXT_LIMIT} characters.` : undefined}
    onChange={({ target }) => onType(target.value)}
  />
);

/** Corrects the text of a message that was written a moment ago. */
export function EditMessageDialog({ message, onClose }: { message: Message; onClose: () => void }) {
  const [text, setText] = useState(message.text);
  const { id } = message;
  const save = useAct(
    () => request<typeof editMessage>('PATCH /api/messages/{id}', { params: { id }, body: { text } }),
    {
      fails: 'The message could not be saved. Please try again.',
      inForm: true,
      done: onClose,
    },
  );
  return (
    <FormDialog
      title="Edit the message"
      description="Phones that have it show it again. It can be edited for a minute."
      submitLabel="Save"
      sendingLabel="Saving..."
      act={save}
      missing={missingOf(text)}
      onSubmit={save.run}
      onClose={onClose}
    >
      <MessageField text={text} onType={setText} />
    </FormDialog>
  );
}
