import { Button } from '#platform/web/ui/button.tsx';
import type { KeptPlace } from './shape.ts';

const WHAT: Record<KeptPlace['body']['act'], string> = {
  register: 'Register',
  join: 'Join the waiting list',
  cancel: 'Cancel the place',
  leave: 'Leave the waiting list',
};

/** One tap, no question. */
export function WithdrawButton({ write }: { write: KeptPlace }) {
  const { act, playerName, title } = write.body;
  const withdraw = async () => (await import('./keep.ts')).withdraw(write);
  return (
    <Button
      tone="ghost"
      aria-label={`Withdraw: ${WHAT[act]}, ${playerName}, ${title}`}
      onClick={withdraw}
      disabledReason={
        write.withdrawn ? 'It may already have been sent. We will see when you are back online.' : undefined
      }
    >
      Withdraw
    </Button>
  );
}
