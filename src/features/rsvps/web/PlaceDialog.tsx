import { type UseMutationOptions, useQuery } from '@tanstack/react-query';
import type { FestivalEvent } from '#features/events/contract.ts';
import { isAmong } from '#features/names/rules.ts';
import { NameField, PrivacyLink } from '#features/names/web/NameField.tsx';
import { rememberName, useNameField } from '#features/names/web/state.ts';
import { isolated } from '#platform/isolated.ts';
import { cleanName } from '#platform/names.ts';
import { tickerTime } from '#platform/time.ts';
import { ApiError } from '#platform/web/api.ts';
import { NoConnection, useConnected } from '#platform/web/connection.ts';
import { useDraft } from '#platform/web/draft.ts';
import { dropKey, useIdempotentMutation, whyRefused } from '#platform/web/idempotent-mutation.ts';
import { useDialogWrite } from '#platform/web/ui/dialog-write.ts';
import { TextField } from '#platform/web/ui/field.tsx';
import { FormDialog } from '#platform/web/ui/form-dialog.tsx';
import { showError } from '#platform/web/ui/toast.ts';
import type { Registration } from '../contract.ts';
import { Overlaps } from './Overlaps.tsx';
import { myRsvpsQuery } from './queries.ts';
import { type Act, HAS_BEGUN, howLong, NO_CONNECTION, useUnsentPlaces, waitsUntil } from './unsent/place-writes.ts';
import { prepareToSendLater, sendLater } from './unsent/send-later.ts';

export type EventDialogProps = { event: FestivalEvent; zone: string; onClose: () => void };

type PlaceDialogProps<Answer extends { readonly playerName: string }> = EventDialogProps & {
  act: Act;
  title: string;
  submitLabel: string;
  sendingLabel: string;
  sendingReason: string;
  /** Names of this device that need no offer, because they are in the event. */
  taken: readonly string[];
  mutation: UseMutationOptions<Answer, Error, Registration & { idempotencyKey: string }>;
  /** Shown when the server's message would not help. */
  failed: string;
  onDone: (answer: Answer) => void;
};

prepareToSendLater();

/** Asks for whom: a place in an event, or one in its waiting list. */
export function PlaceDialog<Answer extends { readonly playerName: string }>({
  event,
  zone,
  onClose,
  act,
  taken,
  mutation,
  failed,
  onDone,
  ...words
}: PlaceDialogProps<Answer>) {
  const [typed, setTyped, draft] = useDraft<Partial<Registration>>(`place ${event.id}`, {});
  const setName = (name: string) => setTyped({ ...typed, playerName: name });
  const { data: mine = [] } = useQuery(myRsvpsQuery);
  const { unsent } = useUnsentPlaces();
  const inEvent = [
    ...taken,
    ...unsent.filter(({ body }) => body.eventId === event.id).map(({ body }) => body.playerName),
  ];
  const { names, name: playerName } = useNameField(({ name }) => !isAmong(inEvent, name), [typed.playerName, setName]);
  const isConnected = useConnected();
  const { close, showErrorIfClosed } = useDialogWrite(event.title, onClose);
  const { playerEmail = '' } = typed;
  const { mutate, isPending, error, sent } = useIdempotentMutation({
    ...mutation,
    onSuccess: (answer) => {
      onDone(answer);
      finish(answer.playerName);
    },
    onError: async (failure, { idempotencyKey, ...registration }) => {
      if (!(failure instanceof NoConnection)) {
        return void (showErrorIfClosed(failure, failed) || showError(whyRefused(failure, failed)));
      }
      const known = mine.length > 0 || taken.length > 0;
      const write = { act, ...registration, title: event.title, startTime: event.startTime, known };
      if (!(await sendLater(idempotencyKey, write, failure))) return void showErrorIfClosed(failure, failed);
      dropKey(idempotencyKey);
      finish(registration.playerName);
    },
  });
  const finish = (usedName: string) => {
    rememberName(usedName);
    draft.discard();
    close();
  };
  const email = playerEmail.trim();
  const registration = { eventId: event.id, playerName: playerName.trim(), ...(email && { playerEmail: email }) };
  /** Why the server refused what the field still says. */
  const problemOf = (field: 'playerName' | 'playerEmail') =>
    error instanceof ApiError && error.field === field && sent?.[field] === registration[field]
      ? error.sentence
      : undefined;

  return (
    <FormDialog
      {...words}
      description={`${isolated(event.title)} · ${tickerTime(event.startTime, zone)} · ${isolated(event.location)}`}
      isSending={isPending}
      startAt={playerName === '' || draft.isRestored ? 'field' : 'submit'}
      draft={draft}
      missing={whyNotSend(playerName)}
      onSubmit={() => mutate(registration)}
      onClose={onClose}
    >
      <NameField label="Player Name" names={names} name={playerName} onName={setName} error={problemOf('playerName')} />
      {playerName.trim() !== '' && <Overlaps event={event} zone={zone} person={playerName} />}
      <TextField
        label="Email (optional)"
        type="email"
        autoComplete="email"
        hint="Only the organisers see it. It is deleted 30 days after the festival."
        value={playerEmail}
        onChange={(change) => setTyped({ ...typed, playerEmail: change.target.value })}
        error={problemOf('playerEmail')}
      />
      {!isConnected && (
        <p role="status" className="font-semibold text-sun">
          {waitsUntil(event.startTime) === null ? HAS_BEGUN : `${NO_CONNECTION}, ${howLong()}.`}
        </p>
      )}
      <PrivacyLink />
    </FormDialog>
  );
}

function whyNotSend(playerName: string): string | undefined {
  if (playerName.trim() === '') return 'Type a player name first.';
  const cleaned = cleanName(playerName);
  return 'problem' in cleaned ? `The player name ${cleaned.problem}.` : undefined;
}
