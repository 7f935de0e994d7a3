import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import KeyRound from 'lucide-react/icons/key-round';
import { guarded, isLocked, useAdminMode } from '#features/access/web/state.ts';
import { cardDate, clockTime, relativeTime } from '#platform/time.ts';
import { ApiError, sentenceOf } from '#platform/web/api.ts';
import { focusMain } from '#platform/web/focus-main.ts';
import { useNow } from '#platform/web/now.tsx';
import { Badge } from '#platform/web/ui/badge.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Confirm, useConfirm } from '#platform/web/ui/confirm.tsx';
import { Pending } from '#platform/web/ui/pending.tsx';
import { showError, showToast } from '#platform/web/ui/toast.ts';
import type { AdminSession } from '../contract.ts';
import { sessionWords } from '../rules/sessions.ts';
import { Locked } from './Locked.tsx';
import { endOtherSessionsMutation, endSessionMutation, sessionsQuery } from './queries.ts';
import { askNameAgain } from './state.ts';
import { WrongGuessList } from './WrongGuessList.tsx';

/** Active admin sessions with a button to end each, and wrong guesses. */
export function SessionsPanel({ zone }: { zone: string }) {
  const { on } = useAdminMode();
  const { data: sessions, isError, refetch } = useQuery({ ...sessionsQuery, enabled: on });
  if (!on) {
    return (
      <Locked
        icon={<KeyRound />}
        to="see the admin sessions"
        text="Here you see every browser in admin mode, and every wrong guess of the password."
      />
    );
  }
  if (sessions === undefined)
    return <Pending what="sessions" failed={isError} retry={refetch} count={2} className="h-20 rounded-2xl" />;
  const others = sessions.filter(({ current }) => !current);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <ul className="card divide-y divide-line px-4 sm:px-5">
        {sessions.map((session) => (
          <Session key={session.id} session={session} zone={zone} />
        ))}
      </ul>
      {others.length > 1 && <EndOthers count={others.length} />}
      <WrongGuessList />
    </div>
  );
}

const OPENED_BY = { password: 'by the password', link: 'by a link from the server' } as const;

function Session({ session, zone }: { session: AdminSession; zone: string }) {
  const now = useNow();
  const since = `${cardDate(session.createdAt, zone)}, ${clockTime(session.createdAt, zone)}`;
  return (
    <li className="grid gap-x-4 gap-y-2.5 py-4 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
      <div className="grid min-w-0 gap-1">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-semibold">
          {session.name === null ? `Session ${session.short}` : sessionWords(session)}
          {session.current && <Badge colour="sea">This browser</Badge>}
        </p>
        <p className="text-[0.9375rem] text-mute">
          Unlocked {OPENED_BY[session.openedBy]}, <time dateTime={session.createdAt}>{since}</time>
          {' · last used '}
          <time dateTime={session.lastSeenAt}>{relativeTime(session.lastSeenAt, now)}</time>
        </p>
      </div>
      {session.current ? <Button onClick={askNameAgain}>Say who you are</Button> : <EndSession session={session} />}
    </li>
  );
}

/** Error handling of both buttons: another organiser may have been faster. */
function useFailure() {
  const client = useQueryClient();
  return (error: Error) => {
    if (isLocked(error)) return;
    if (error instanceof ApiError && error.status === 404) void client.invalidateQueries(sessionsQuery);
    showError(sentenceOf(error, 'The session could not be ended. Please try again.'));
  };
}

function EndSession({ session }: { session: AdminSession }) {
  const { mutateAsync, isPending } = useMutation({
    ...endSessionMutation,
    onSuccess: () => {
      showToast({ title: 'Session ended', description: `Session ${session.short} is locked out.` });
      focusMain();
    },
    onError: useFailure(),
  });
  return (
    <Button
      aria-label={`End session ${session.short}`}
      onClick={() => guarded(() => mutateAsync(session.id))}
      disabledReason={isPending ? 'The session is being ended.' : undefined}
    >
      {isPending ? 'Ending...' : 'End session'}
    </Button>
  );
}

/** Asks for confirmation, because the organisers at the doors need the password to go on. */
function EndOthers({ count }: { count: number }) {
  const confirm = useConfirm();
  const { mutateAsync, isPending } = useMutation({
    ...endOtherSessionsMutation,
    onSuccess: () => {
      showToast({ title: 'Sessions ended', description: 'Only this browser is still unlocked.' });
      focusMain();
    },
    onError: useFailure(),
  });
  if (!confirm.isAsking) {
    return (
      <Button ref={confirm.opener} tone="danger" className="justify-self-start" onClick={confirm.ask}>
        End all {count} others
      </Button>
    );
  }
  return (
    <Confirm
      state={confirm}
      question={`End ${count} sessions?`}
      no="Keep them"
      yes={isPending ? 'Ending...' : 'Yes, end them'}
      onYes={() => guarded(() => mutateAsync())}
      disabledReason={isPending ? 'The sessions are being ended.' : undefined}
    >
      Organisers at the doors must enter the password again.
    </Confirm>
  );
}
