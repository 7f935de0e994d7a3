import { Button } from '#platform/web/ui/button.tsx';
import type { KeptPlace } from './shape.ts';

const WHAT: Record<KeptPlace['body']['act'], string> = {
  register: 'Register',
  join: 'Join the waiting list',
  cancel: 'Cancel the place',
  leave: 'Leave the waiting list',
};

const WITHDRAW = 'Withdraw';
const WITHDRAWS: Partial<typeof WHAT> = { cancel: 'Keep my place', leave: 'Stay on the waiting list' };

const WAITS = 'Waiting for network';
const WAITS_AS: Partial<typeof WHAT> = {
  cancel: 'Cancellation waits for network',
  leave: 'Leaving waits for network',
};

/** What waits, of one place or event. */
export const waitingWords = ([first, ...more]: readonly KeptPlace[]): string =>
  (first && more.every(({ body }) => body.act === first.body.act) && WAITS_AS[first.body.act]) || WAITS;

/** One tap, no question. */
export function WithdrawButton({ write }: { write: KeptPlace }) {
  const { act, playerName, title } = write.body;
  const words = WITHDRAWS[act] ?? WITHDRAW;
  const withdraw = async () => (await import('./keep.ts')).withdraw(write);
  return (
    <Button
      tone="ghost"
      aria-label={
        act in WITHDRAWS ? `${words}: ${playerName}, ${title}` : `${words}: ${WHAT[act]}, ${playerName}, ${title}`
      }
      onClick={withdraw}
      disabledReason={
        write.withdrawn ? 'It may already have been sent. We will see when you are back online.' : undefined
      }
    >
      {words}
    </Button>
  );
}
