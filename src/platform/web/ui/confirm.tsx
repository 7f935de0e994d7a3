import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';

/**
 * Whether a `Confirm` is shown in place of its button. The focus goes to the safe answer, and back to the button when the question
 * closes, unless something else was focused meanwhile.
 */
export function useConfirm() {
  const [isAsking, setAsking] = useState(false);
  const wasAsking = useRef(false);
  const opener = useRef<HTMLButtonElement>(null);
  const safe = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isAsking) safe.current?.focus();
    else if (wasAsking.current && document.activeElement === document.body) opener.current?.focus();
    wasAsking.current = isAsking;
  }, [isAsking]);
  return { isAsking, ask: () => setAsking(true), close: () => setAsking(false), opener, safe };
}

type ConfirmProps = {
  state: Pick<ReturnType<typeof useConfirm>, 'close' | 'safe'>;
  question: string;
  /** What follows from a yes. */
  children: ReactNode;
  no: string;
  yes: string;
  onYes: () => void;
  /** Why a yes is impossible now, for instance because one is being sent. */
  disabledReason: string | undefined;
  className?: string;
};

/** A question about something that cannot be undone: the safe answer first, then the dangerous one. */
export const Confirm = (props: ConfirmProps) => {
  const { state, question, children, no, yes, onYes, disabledReason, className = '' } = props;
  return (
    <fieldset className={`grid min-w-0 gap-2.5 ${className}`}>
      <legend className="mb-2.5 max-w-prose text-pretty [overflow-wrap:anywhere]">
        <span className="font-semibold">{question}</span> {children}
      </legend>
      <div className="flex flex-wrap gap-2.5 max-sm:*:grow">
        <Button ref={state.safe} onClick={state.close}>
          {no}
        </Button>
        <Button tone="danger" onClick={onYes} disabledReason={disabledReason}>
          {yes}
        </Button>
      </div>
    </fieldset>
  );
};
