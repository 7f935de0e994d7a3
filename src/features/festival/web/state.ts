/** Missions ticked on this device, which never leave it, or claimed. */
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { slugOf } from '#platform/names.ts';
import { safeStorage } from '#platform/web/safe-storage.ts';
import type { Mission, MissionCategory } from '../contract.ts';

/** How missions are claimed here, instead of ticked. */
export type Claiming = {
  /** The ids of missions whose points this device has. */
  readonly done: ReadonlySet<string>;
  /** In the tick's place. */
  readonly control: (mission: Mission) => ReactNode;
  /** Below the task; empty for none. */
  readonly note: (mission: Mission) => string;
};

const KEY = 'ticked missions';
const NONE: ReadonlySet<string> = new Set();

/** Ticks from before missions had ids are 'Category: Task', of words that may have changed since the id was made from them. */
function idsIn(stored: ReadonlySet<string>, categories: readonly MissionCategory[]): ReadonlySet<string> {
  const idOf = new Map(
    categories.flatMap(({ category, missions }) => missions.map(({ id, task }) => [`${category}: ${task}`, id])),
  );
  const older = (key: string) => (key.includes(': ') ? slugOf(key.slice(key.indexOf(': ') + 2)) : key);
  return new Set([...stored].map((key) => idOf.get(key) ?? older(key)));
}

const read = (): ReadonlySet<string> => {
  try {
    const written: unknown = JSON.parse(safeStorage.get(KEY) ?? '[]');
    return new Set(Array.isArray(written) ? written.filter((key) => typeof key === 'string') : []);
  } catch {
    return NONE;
  }
};

/** Ids. Empty on the server and while hydrating. Without local storage, ticks last until the page is left. */
export function useTickedMissions(categories: readonly MissionCategory[]): {
  ticked: ReadonlySet<string>;
  toggle: (...ids: string[]) => void;
} {
  const [stored, setTicked] = useState(NONE);
  const ticked = useMemo(() => idsIn(stored, categories), [stored, categories]);
  useEffect(() => {
    setTicked(read());
    const onStorage = ({ key }: StorageEvent) => {
      if (key === KEY || key === null) setTicked(read());
    };
    addEventListener('storage', onStorage);
    return () => removeEventListener('storage', onStorage);
  }, []);
  const toggle = (...ids: string[]) => {
    const next = new Set(ticked);
    for (const id of ids) if (!next.delete(id)) next.add(id);
    setTicked(next);
    safeStorage.set(KEY, JSON.stringify([...next]));
  };
  return { ticked, toggle };
}
