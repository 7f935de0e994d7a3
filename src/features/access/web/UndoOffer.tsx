import Undo from 'lucide-react/icons/undo-2';
import { useEffect, useRef } from 'react';
import { ActButton, useAct } from './act.tsx';

type UndoOfferProps<Undone, Of> = {
  undo: (of: Of) => Promise<Undone>;
  of: Of;
  label?: string;
  /** This browser has just done it: the focus moves here. */
  justDone?: boolean;
  onUndone?: (undone: Undone) => void;
  /** It may be final, or undone by somebody else. */
  onFailed?: () => void;
};

/** The button Undo of what an organiser did, for as long as it can be undone. */
export function UndoOffer<Undone, Of>({
  undo,
  of,
  label,
  justDone = false,
  onUndone,
  onFailed,
}: UndoOfferProps<Undone, Of>) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (justDone) button.current?.focus();
  }, [justDone]);
  const act = useAct(undo, {
    fails: 'It could not be undone. Please try again.',
    busy: 'It is being undone.',
    done: onUndone,
    failed: onFailed,
  });
  return (
    <ActButton act={act} of={of} ref={button} aria-label={label}>
      <Undo aria-hidden="true" />
      Undo
    </ActButton>
  );
}
