import Check from 'lucide-react/icons/check';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { type ReactNode, useId } from 'react';
import { StateLabel } from '#platform/web/ui/badge.tsx';
import type { Step, StepState } from '../../rules.ts';

const TITLE: Record<Step, string> = {
  password: 'Keep the admin password',
  facts: 'Say what your festival is',
  programme: 'Bring in the programme',
  address: 'Check the address for visitors',
  poster: 'Print the poster',
};

type StepRowProps = {
  number: number;
  step: Step;
  state: StepState;
  isOpen: boolean;
  onToggle: () => void;
  children: ReactNode;
};

/** A step's title, which opens it, and what it says. */
export function StepRow({ number, step, state, isOpen, onToggle, children }: StepRowProps) {
  const id = useId();
  return (
    <li className="grid grid-cols-[minmax(0,1fr)]">
      <h4>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={onToggle}
          className="flex min-h-14 w-full items-center gap-3 py-2 text-left sm:gap-4"
        >
          <Mark number={number} state={state} />
          <span
            className={`min-w-0 flex-1 text-lg ${isOpen ? 'font-semibold' : ''} ${state === 'open' ? '' : 'text-mute'}`}
          >
            {TITLE[step]}
          </span>
          {state === 'done' && <StateLabel colour="lime">Done</StateLabel>}
          {state === 'skipped' && <StateLabel colour="mute">Skipped</StateLabel>}
          <ChevronDown aria-hidden="true" className={`size-5 shrink-0 text-mute ${isOpen ? 'rotate-180' : ''}`} />
        </button>
      </h4>
      <div id={id} hidden={!isOpen} className="pt-1 pb-5 sm:pl-14">
        {isOpen && children}
      </div>
    </li>
  );
}

const Mark = ({ number, state }: { number: number; state: StepState }) => (
  <span
    aria-hidden="true"
    className={`grid size-10 shrink-0 place-items-center rounded-xl font-display text-3xl leading-none ${state === 'done' ? 'bg-lime/14 text-lime' : 'bg-raise text-sun'}`}
  >
    {state === 'done' ? <Check className="size-6" /> : number}
  </span>
);
