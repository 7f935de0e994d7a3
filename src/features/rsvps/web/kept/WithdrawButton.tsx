import { Button } from '#platform/web/ui/button.tsx';
import { showError } from '#platform/web/ui/toast.ts';
import type { Act, KeptPlace } from './place-writes.ts';

/** What the button says, and for a screen reader what of. */
const TAKE_BACK: Record<Act, readonly [string, string?]> = {
  register: ['Withdraw', 'Register'],
  join: ['Withdraw', 'Join the waiting list'],
  cancel: ['Keep my place'],
  leave: ['Stay on the waiting list'],
};

const WAITS = 'Waiting for network';
const WAITS_AS: Partial<Record<Act, string>> = {
  cancel: 'Cancellation waits for network',
  leave: 'Leaving waits for network',
};

/** What waits, of one place or event. */
export const waitingWords = ([first, ...more]: readonly KeptPlace[]): string =>
  (first && more.every(({ body }) => body.act === first.body.act) && WAITS_AS[first.body.act]) || WAITS;

/** One tap, no question. */
export function WithdrawButton({ write }: { write: KeptPlace }) {
  const { act, playerName, title } = write.body;
  const [words, ...what] = TAKE_BACK[act];
  const withdraw = () =>
    import('./keep.ts')
      .then((keeping) => keeping.withdraw(write))
      .catch(() => showError('This browser can’t open what waits for network. Please try again.'));
  return (
    <Button
      tone="ghost"
      aria-label={`${words}: ${[...what, playerName, title].join(', ')}`}
      onClick={withdraw}
      disabledReason={
        write.withdrawn ? 'It may already have been sent. We will see when you are back online.' : undefined
      }
    >
      {words}
    </Button>
  );
}
