import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { ignoreSecondTap, notePresses } from './second-tap.ts';

/** Focuses the safe answer, and afterwards the button, unless something else was focused meanwhile. */
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
  useEffect(notePresses, []);
  const ask = () => {
    // The question stands where the button is, and then the button where the answers were.
    ignoreSecondTap();
    setAsking(true);
  };
  return { isAsking, ask, close: () => setAsking(false), opener, safe };
}

type ConfirmProps = {
  state: Pick<ReturnType<typeof useConfirm>, 'close' | 'safe'>;
  question: string;
  children: ReactNode;
  no: string;
  yes: string;
  onYes: () => void;
  /** Why yes is impossible now, for instance while it is being sent. */
  disabledReason: string | undefined;
  className?: string;
};

const answer = (act: () => void) => () => {
  ignoreSecondTap();
  act();
};

/** For what cannot be undone; the safe answer comes first. */
export const Confirm = (props: ConfirmProps) => {
  const { state, question, children, no, yes, onYes, disabledReason, className = '' } = props;
  return (
    <fieldset className={`grid min-w-0 gap-2.5 ${className}`}>
      <legend className="mb-2.5 max-w-prose text-pretty [overflow-wrap:anywhere]">
        <span className="font-semibold">{question}</span> {children}
      </legend>
      <div className="flex flex-wrap gap-2.5 max-sm:*:grow">
        <Button ref={state.safe} onClick={answer(state.close)}>
          {no}
        </Button>
        <Button tone="danger" onClick={answer(onYes)} disabledReason={disabledReason}>
          {yes}
        </Button>
      </div>
    </fieldset>
  );
};
