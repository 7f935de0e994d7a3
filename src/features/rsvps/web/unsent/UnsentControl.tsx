import CloudOff from 'lucide-react/icons/cloud-off';
import { Button } from '#platform/web/ui/button.tsx';
import { type Act, type UnsentPlace, withdraw } from './place-writes.ts';

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
export const unsentWords = ([first, ...more]: readonly UnsentPlace[]): string =>
  (first && more.every(({ body }) => body.act === first.body.act) && WAITS_AS[first.body.act]) || WAITS;

/** One tap, no question. */
export function WithdrawButton({ write: { id, body, sent } }: { write: UnsentPlace }) {
  const { act, playerName, title } = body;
  const [words, ...what] = TAKE_BACK[act];
  return (
    <Button
      tone="ghost"
      aria-label={`${words}: ${[...what, playerName, title].join(', ')}`}
      onClick={() => void withdraw(id)}
      disabledReason={sent ? 'It may already have been sent. You will see when you are back online.' : undefined}
    >
      {words}
    </Button>
  );
}

/** What waits for the network, in place of the button that made it. */
export const UnsentControl = ({ write }: { write: UnsentPlace }) => (
  <span className="no-print flex flex-wrap items-center gap-x-3 gap-y-2">
    <span className="inline-flex items-center gap-2 font-semibold text-sun">
      <CloudOff aria-hidden="true" className="size-5 flex-none" />
      {unsentWords([write])}
    </span>
    <WithdrawButton write={write} />
  </span>
);
