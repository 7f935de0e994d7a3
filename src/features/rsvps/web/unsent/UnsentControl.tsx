import CloudOff from 'lucide-react/icons/cloud-off';
import type { UnsentPlace } from './place-writes.ts';
import { WithdrawButton, waitingWords } from './WithdrawButton.tsx';

/** What waits for the network, in place of the button that made it. */
export const UnsentControl = ({ write }: { write: UnsentPlace }) => (
  <span className="no-print flex flex-wrap items-center gap-x-3 gap-y-2">
    <span className="inline-flex items-center gap-2 font-semibold text-sun">
      <CloudOff aria-hidden="true" className="size-5 flex-none" />
      {waitingWords([write])}
    </span>
    <WithdrawButton write={write} />
  </span>
);
