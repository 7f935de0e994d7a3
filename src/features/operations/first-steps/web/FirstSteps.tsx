import { queryOptions, useQuery } from '@tanstack/react-query';
import Check from 'lucide-react/icons/check';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { type MouseEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useAct } from '#features/access/web/act.tsx';
import { sampleQuery } from '#features/archive/web/queries.ts';
import type { FestivalEvent } from '#features/events/contract.ts';
import { factsDeskQuery } from '#features/festival/web/queries.ts';
import { request } from '#platform/web/api.ts';
import { EnergyBar, StateLabel } from '#platform/web/ui/badge.tsx';
import { Dusk } from '#platform/web/ui/dusk.tsx';
import { focusMain } from '#platform/web/ui/focus.ts';
import { Skeleton } from '#platform/web/ui/loading.tsx';
import { showToast } from '#platform/web/ui/toast.ts';
import type { readFirstSteps, settleFirstStep } from '../contract.ts';
import { firstSteps, hasBegun, type Settled, type Step, type StepState } from '../rules.ts';
import { StepText } from './parts/StepText.tsx';

const firstStepsQuery = queryOptions({
  queryKey: ['first steps'],
  queryFn: ({ signal }) => request<typeof readFirstSteps>('GET /api/admin/first-steps', { signal }),
});

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
function StepRow({ number, step, state, isOpen, onToggle, children }: StepRowProps) {
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

type FirstStepsProps = { events: readonly FestivalEvent[]; hero: ReactNode; zone: string };

/** Walks an organiser through an empty festival's first steps. Renders nothing once all are settled, or an event began. */
export function FirstSteps({ events, hero, zone }: FirstStepsProps) {
  const { data: known, isError } = useQuery(firstStepsQuery);
  const { data: desk, isError: isDeskMissing } = useQuery(factsDeskQuery);
  const { data: sample, isError: isSampleUnknown } = useQuery(sampleQuery);
  if (hasBegun(events) || sample?.sample) return null;
  if (known === undefined || desk === undefined || sample === undefined) {
    const isFailed = isError || isDeskMissing || isSampleUnknown;
    return events.length === 0 && !isFailed ? <Loading /> : null;
  }
  const steps = firstSteps({ ...known, isEdited: desk.isEdited, hasEvents: events.length > 0 });
  if (steps.every(({ state }) => state !== 'open')) return null;
  return <Steps steps={steps} known={known} hasEvents={events.length > 0} hero={hero} zone={zone} />;
}

const Loading = () => (
  <div role="status" data-room="">
    <span className="sr-only">Loading the first steps</span>
    <Skeleton className="h-[40rem] rounded-2xl" />
  </div>
);

type StepsProps = {
  steps: ReturnType<typeof firstSteps>;
  known: { publicUrl: string | null; origin: string };
  hasEvents: boolean;
  hero: ReactNode;
  zone: string;
};

function Steps({ steps, known, hasEvents, hero, zone }: StepsProps) {
  const [chosen, setChosen] = useState<Step | null>(null);
  const open = chosen ?? steps.find(({ state }) => state === 'open')?.step;
  const left = steps.filter(({ state }) => state === 'open').length;
  const list = useRef<HTMLOListElement>(null);
  const shown = useRef(open);
  // The button that was pressed is gone with its step.
  useEffect(() => {
    if (shown.current !== open && document.activeElement === document.body)
      list.current?.querySelector<HTMLElement>('[aria-expanded=true]')?.focus();
    shown.current = open;
  }, [open]);
  const settle = useSettle(steps, hasEvents, () => setChosen(null));
  return (
    <section aria-labelledby="first-steps" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h3 id="first-steps" className="font-display text-2xl leading-none text-sun">
        FIRST STEPS
      </h3>
      <Dusk>
        <p className="font-display text-5xl leading-[0.85] text-sun-fill">
          {steps.length - left} OF {steps.length}
        </p>
        <div className="grid gap-2">
          <EnergyBar value={steps.length - left} max={steps.length} colour="lime" label="First steps settled" />
          <p className="text-pretty">
            From an empty program to a festival for your visitors. Skip what you don’t need.
          </p>
        </div>
      </Dusk>
      <ol ref={list} onClickCapture={ignoreSecondOfDoubleClick} className="card divide-y divide-line px-4 sm:px-5">
        {steps.map(({ step, state }, index) => (
          <StepRow
            key={step}
            number={index + 1}
            step={step}
            state={state}
            isOpen={step === open}
            onToggle={() => setChosen(step)}
          >
            <StepText
              step={step}
              state={state}
              known={known}
              hero={hero}
              zone={zone}
              onSettle={(as) => settle(step, as)}
            />
          </StepRow>
        ))}
      </ol>
    </section>
  );
}

/** By the second click another step is under the pointer. */
const ignoreSecondOfDoubleClick = (event: MouseEvent): void => {
  if (event.detail < 2) return;
  event.preventDefault();
  event.stopPropagation();
};

const STILL_THERE = 'You can still do what you skipped, in Set up and on the Print page.';
const NO_EVENT = 'There is no event yet. Create one, or import a programme.';

function useSettle(
  steps: StepsProps['steps'],
  hasEvents: boolean,
  onSettled: () => void,
): (step: Step, as: Settled) => void {
  const send = (body: { step: Step; as: Settled }) =>
    request<typeof settleFirstStep>('PUT /api/admin/first-steps', { body });
  const settle = useAct(send, {
    fails: 'That was not saved. Please try again.',
    done: (_, { step, as }) => {
      onSettled();
      const states = steps.map((one) => (one.step === step ? as : one.state));
      if (states.includes('open')) return;
      showToast(
        states.includes('skipped')
          ? { title: 'First steps closed', description: hasEvents ? STILL_THERE : NO_EVENT }
          : { title: 'First steps done', description: 'The festival is ready for its visitors.' },
      );
      focusMain();
    },
  });
  return (step, as) => settle.run({ step, as });
}
