import { useMemo, useState } from 'react';
import type { Match } from '../../contract.ts';
import { DrawnBracket } from './DrawnBracket.tsx';
import { RoundByRound } from './RoundByRound.tsx';
import { roundsIn } from './rounds.ts';

type BracketViewProps = {
  matches: readonly Match[];
  /** RSVPs of this device. */
  mine: ReadonlySet<string>;
  onOpen?: ((id: string) => void) | undefined;
};

const VIEWS = [
  ['drawn', 'Bracket'],
  ['rounds', 'Round by round'],
] as const;
type View = (typeof VIEWS)[number][0];

const ZOOMS = [
  ['50', '50%'],
  ['75', '75%'],
  ['100', '100%'],
] as const;
type Zoom = (typeof ZOOMS)[number][0];

/** Narrow screens show round by round by default. */
const fitting = (): View => (matchMedia('(width < 48rem)').matches ? 'rounds' : 'drawn');

/** A drawn bracket as tree or round by round. Never rendered on the server. */
export function BracketView({ matches, mine, onOpen }: BracketViewProps) {
  const [view, setView] = useState(fitting);
  const [zoom, setZoom] = useState<Zoom>('100');
  const rounds = useMemo(() => roundsIn(matches), [matches]);
  const shared = { rounds, mine, onOpen };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap justify-between gap-2">
        <Choices legend="How to read the bracket" options={VIEWS} chosen={view} onChoose={setView} />
        {view === 'drawn' && <Choices legend="Size of the bracket" options={ZOOMS} chosen={zoom} onChoose={setZoom} />}
      </div>
      {view === 'drawn' ? <DrawnBracket {...shared} zoom={zoom} /> : <RoundByRound {...shared} matches={matches} />}
    </div>
  );
}

type ChoicesProps<T extends string> = {
  legend: string;
  options: readonly (readonly [T, string])[];
  chosen: T;
  onChoose: (value: T) => void;
};

const Choices = <T extends string>({ legend, options, chosen, onChoose }: ChoicesProps<T>) => (
  <fieldset className="flex gap-2">
    <legend className="sr-only">{legend}</legend>
    {options.map(([value, words]) => (
      <button
        key={value}
        type="button"
        className="btn btn-ghost flex-none px-4 aria-pressed:border-edge aria-pressed:bg-raise"
        aria-pressed={chosen === value}
        onClick={() => onChoose(value)}
      >
        {words}
      </button>
    ))}
  </fieldset>
);
