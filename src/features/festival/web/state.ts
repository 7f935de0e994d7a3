/** Missions ticked on this device. They never leave it. */
import { useEffect, useState } from 'react';
import { safeStorage } from '#platform/web/safe-storage.ts';

const KEY = 'ticked missions';
const NONE: ReadonlySet<string> = new Set();

/** Storage key of a mission. Uses its text, because its position in the file may change. */
export const missionKey = (category: string, task: string): string => `${category}: ${task}`;

const read = (): ReadonlySet<string> => {
  try {
    const written: unknown = JSON.parse(safeStorage.get(KEY) ?? '[]');
    return new Set(Array.isArray(written) ? written.filter((key) => typeof key === 'string') : []);
  } catch {
    return NONE;
  }
};

/** Empty on the server and while hydrating. Without local storage, ticks last until the page is left. */
export function useTickedMissions(): { ticked: ReadonlySet<string>; toggle: (key: string) => void } {
  const [ticked, setTicked] = useState(NONE);
  useEffect(() => {
    setTicked(read());
    const onStorage = ({ key }: StorageEvent) => {
      if (key === KEY || key === null) setTicked(read());
    };
    addEventListener('storage', onStorage);
    return () => removeEventListener('storage', onStorage);
  }, []);
  const toggle = (key: string) => {
    const next = new Set(ticked);
    if (!next.delete(key)) next.add(key);
    setTicked(next);
    safeStorage.set(KEY, JSON.stringify([...next]));
  };
  return { ticked, toggle };
}
