import { useId } from 'react';
import { Card } from '#platform/web/ui/card.tsx';
import type { Colour } from '#platform/web/ui/colours.ts';
import type { Mission, MissionCategory } from '../../contract.ts';
import { missionKey } from '../state.ts';
import { Points } from './Points.tsx';

/** By position; a seventh category begins again. */
const COLOURS: readonly Colour[] = ['violet', 'sky', 'sea', 'coral', 'lime', 'sun'];

type MissionCardProps = {
  category: MissionCategory;
  /** From 0. */
  position: number;
  ticked: ReadonlySet<string>;
  /** False before hydration, when a tick would be lost. */
  alive: boolean;
  onTick: (key: string) => void;
};

export function MissionCard({ category: { category, missions }, position, ticked, alive, onTick }: MissionCardProps) {
  const id = useId();
  const keyOf = ({ task }: Mission) => missionKey(category, task);
  const done = missions.filter((mission) => ticked.has(keyOf(mission))).length;
  return (
    <Card as="section" accent={COLOURS[position % COLOURS.length]} aria-labelledby={id} className="pt-5 pb-2">
      <div className="flex items-baseline justify-between gap-4 px-5 pb-2">
        <h3 id={id} className="font-display text-[1.75rem] leading-none [overflow-wrap:anywhere]">
          {category}
        </h3>
        <p className="shrink-0 text-mute">{done === missions.length ? 'All done' : `${done} of ${missions.length}`}</p>
      </div>
      <ul>
        {missions.map((mission) => {
          const key = keyOf(mission);
          return (
            <li key={key}>
              <MissionRow mission={mission} done={ticked.has(key)} alive={alive} onTick={() => onTick(key)} />
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

type MissionRowProps = { mission: Mission; done: boolean; alive: boolean; onTick: () => void };

/** The whole row is the label, as a large touch target. */
const MissionRow = ({ mission: { task, points }, done, alive, onTick }: MissionRowProps) => (
  <label className="mission">
    <input type="checkbox" checked={done} disabled={!alive} onChange={onTick} className="pixel-check" />
    <span className="mission-task">{task}</span> <Points points={points} />
  </label>
);
