import { useRef, useState } from 'react';
import { useAct } from '#features/access/web/act.tsx';
import type { FestivalEvent, sayLate } from '#features/events/contract.ts';
import { LATE } from '#features/events/limits.ts';
import { type SeveralAct, whyNotSeveral, withAct } from '#features/events/rules/several.ts';
import { UsualMinutes } from '#features/events/web/LateDialog.tsx';
import { editEvent } from '#features/events/web/state.ts';
import type { writeMessage } from '#features/news/messages/contract.ts';
import { counted } from '#platform/numbers.ts';
import { request } from '#platform/web/api.ts';
import { useNow } from '#platform/web/clock.tsx';
import { once } from '#platform/web/forms.ts';
import { NumberField, TextArea, TextField } from '#platform/web/ui/field.tsx';
import { FormDialog } from '#platform/web/ui/form-dialog.tsx';
import { showToast } from '#platform/web/ui/toast.ts';

const TITLES: Readonly<Record<SeveralAct, string>> = {
  delay: 'Running late',
  room: 'Move to a room',
  message: 'Message to their people',
  publish: 'Put into the programme',
  draft: 'Make drafts',
};

const STAY: Partial<Record<SeveralAct, string>> = {
  publish: 'the drafts',
  draft: 'those that have people or have begun stay in the programme',
};

const tell = once('messages', (body: { text: string; eventId: string }, idempotencyKey) =>
  request<typeof writeMessage>('POST /api/messages', {
    body: { ...body, urgent: false, audience: 'event' },
    idempotencyKey,
  }),
);

const SEND: Readonly<Record<SeveralAct, (id: string, typed: string) => Promise<unknown>>> = {
  delay: (id, typed) =>
    request<typeof sayLate>('PUT /api/events/{id}/late', { params: { id }, body: { minutes: Number(typed) } }),
  room: (id, typed) => editEvent({ id, body: { location: typed.trim() } }),
  publish: (id) => editEvent({ id, body: { draft: false } }),
  draft: (id) => editEvent({ id, body: { draft: true } }),
  message: (eventId, typed) => tell({ eventId, text: typed }),
};

type SeveralDialogProps = { act: SeveralAct; events: readonly FestivalEvent[]; onClose: () => void };

/** Does the same for several events, one after the other. */
export function SeveralDialog({ act, events, onClose }: SeveralDialogProps) {
  const [typed, type] = useState('');
  const able = withAct(act, events, useNow());
  // Tried again after a failure, it goes on where it stopped.
  const sent = useRef(new Set<string>());
  const sendAll = async () => {
    for (const { id } of able) {
      const key = `${id} ${typed}`;
      if (!sent.current.has(key)) await SEND[act](id, typed);
      sent.current.add(key);
    }
  };
  const save = useAct(sendAll, {
    fails: 'Not all events were reached. Please try again.',
    inForm: true,
    done: () => {
      showToast({ title: TITLES[act], description: counted(able.length, 'event') });
      onClose();
    },
  });
  return (
    <FormDialog
      title={TITLES[act]}
      description={`For ${able.length} of the ${events.length} selected: ${STAY[act] ?? 'those that are over, or too far away to be late, stay as they are'}.`}
      submitLabel={act === 'message' ? 'Send' : act === 'publish' ? 'Publish' : 'Save'}
      sendingLabel={act === 'message' ? 'Sending...' : 'Saving...'}
      act={save}
      missing={able.length === 0 ? 'None of them can be changed.' : whyNotSeveral(act, typed)}
      onSubmit={save.run}
      onClose={onClose}
    >
      {act === 'delay' && (
        <>
          <NumberField label="Minutes late" {...LATE} value={typed} onType={type} />
          <div className="flex flex-wrap gap-2">
            <UsualMinutes minutes={typed === '' ? null : Number(typed)} onChoose={type} />
          </div>
        </>
      )}
      {act === 'room' && <TextField label="Room" value={typed} onChange={({ target }) => type(target.value)} />}
      {act === 'message' && (
        <TextArea label="Message" rows={4} value={typed} onChange={({ target }) => type(target.value)} />
      )}
    </FormDialog>
  );
}
