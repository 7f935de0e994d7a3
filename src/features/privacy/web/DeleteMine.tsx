import { useIsMutating, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { forgetNames, useTypedNames } from '#features/people/names/web/state.ts';
import { listed, several } from '#platform/numbers.ts';
import { ApiError, sentenceOf } from '#platform/web/api.ts';
import { forgetDrafts } from '#platform/web/forms.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Confirm, useConfirm } from '#platform/web/ui/confirm.tsx';
import { focusMain } from '#platform/web/ui/focus.ts';
import { Card } from '#platform/web/ui/frames.tsx';
import { LoadError, Skeleton } from '#platform/web/ui/loading.tsx';
import { showError, showToast } from '#platform/web/ui/toast.ts';
import type { Belongings } from '../contract.ts';
import { belongingsQuery, forgetMutation, isForgetting, setForgetting } from './state.ts';

/** Shows what this device owns, with a button that deletes it after confirmation. */
export function DeleteMine({ dropCopies }: { dropCopies: () => Promise<void> }) {
  const { data, isError, refetch } = useQuery(belongingsQuery);
  useUnfinished(data, dropCopies);
  return (
    <Card as="section" aria-labelledby="yours" className="grid gap-4 p-5 sm:p-6">
      <h2 id="yours" className="font-display text-[2rem] leading-none text-sun">
        YOURS TO DELETE
      </h2>
      {data !== undefined && <Offer owned={data} />}
      <Remembered />
      {data === undefined && isError && (
        <LoadError title="What this device owns didn’t load" onRetry={() => void refetch()} />
      )}
      {data === undefined && !isError && (
        <div role="status" className="grid gap-3">
          <span className="sr-only">Loading what this device owns</span>
          <Skeleton className="h-6 w-72 max-w-full" />
          <Skeleton className="h-11 w-52" />
        </div>
      )}
    </Card>
  );
}

function finish(): void {
  setForgetting(false);
  forgetNames();
  forgetDrafts();
  showToast({ title: 'Deleted', description: 'Nothing here belongs to this device any more.' });
}

/** The worker deletes its copies when the answer passes it; a page after a hard reload has no worker. */
const hasWorker = (): boolean => Boolean(navigator.serviceWorker?.controller);

/** Completes on this device, perhaps after a reload, a deletion that no worker saw or whose answer was lost. */
function useUnfinished(owned: Belongings | undefined, dropCopies: () => Promise<void>) {
  const isSending = useIsMutating({ mutationKey: forgetMutation.mutationKey }) > 0;
  useEffect(() => {
    if (isSending || owned?.known !== false || !isForgetting()) return;
    // What could not be deleted is tried again with the next visit to this page.
    dropCopies().then(finish, () => showError('Copies on this device could not be deleted. Open this page again.'));
  }, [isSending, owned, dropCopies]);
}

/** The names that this browser fills in, also those of people who only borrowed it. */
function Remembered() {
  const names = useTypedNames();
  if (names.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="min-w-0 [overflow-wrap:anywhere]">
        This browser fills in <strong>{names.map(({ name }) => name).join(', ')}</strong>.
      </p>
      <Button
        onClick={() => {
          forgetNames();
          focusMain();
        }}
      >
        Forget these names
      </Button>
    </div>
  );
}

const wordsFor = (owned: Belongings): string =>
  listed([
    ...several(owned.accounts, 'account'),
    ...several(owned.places, 'place at an event', 'places at events'),
    ...several(owned.waiting, 'entry on a waiting list', 'entries on waiting lists'),
    ...several(owned.games, 'game'),
    ...several(owned.openGames, 'open game'),
    ...several(owned.numbers, 'number in a queue', 'numbers in queues'),
    ...several(owned.stars, 'star'),
    ...several(owned.feedback, 'word of how an event was', 'words of how events were'),
  ]) || 'nothing here but this device’s cookie';

function Offer({ owned }: { owned: Belongings }) {
  const confirm = useConfirm();
  if (!owned.known) return <Paragraph>Nothing here belongs to this device.</Paragraph>;
  return (
    <>
      <Paragraph>
        You have <strong>{wordsFor(owned)}</strong>.
      </Paragraph>
      {confirm.isAsking ? (
        <DeleteAll confirm={confirm} />
      ) : (
        <div>
          <Button ref={confirm.opener} tone="danger" onClick={confirm.ask}>
            Delete everything of mine
          </Button>
        </div>
      )}
    </>
  );
}

const Paragraph = ({ children }: { children: ReactNode }) => <p className="text-lg text-pretty">{children}</p>;

function DeleteAll({ confirm }: { confirm: ReturnType<typeof useConfirm> }) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    ...forgetMutation,
    onMutate: () => setForgetting(true),
    onSuccess: () => {
      if (hasWorker()) finish();
      focusMain();
    },
    onError: (error) => {
      // 401: the server knows this device no more, so an earlier answer was lost.
      if (error instanceof ApiError && error.status !== 401) setForgetting(false);
      showError(sentenceOf(error, 'It could not be deleted. Please try again.'));
      confirm.close();
      // Perhaps only the response was lost.
      void client.invalidateQueries(belongingsQuery);
    },
  });
  return (
    <Confirm
      state={confirm}
      question="Delete all of it?"
      no="Keep everything"
      yes={isPending ? 'Deleting...' : 'Yes, delete it'}
      onYes={() => mutate()}
      disabledReason={isPending ? 'It is being deleted.' : undefined}
    >
      It goes from all your devices. Places are free for others at once, and points go with their accounts. Drawn
      brackets and the organisers’ list of changes then say “Former player” instead of your name. This can’t be undone.
    </Confirm>
  );
}
