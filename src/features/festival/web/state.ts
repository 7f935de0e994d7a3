/** The missions ticked off on this device. They are a visitor's own notes and never leave it. */
import { useEffect, useState } from 'react';
import { keep, kept } from '#platform/web/kept.ts';

const KEY = 'ticked missions';
const NONE: ReadonlySet<string> = new Set();

/** What a mission is remembered by: its place in the file may change, its words seldom do. */
export const missionKey = (category: string, task: string): string => `${category}: ${task}`;

const read = (): ReadonlySet<string> => {
  try {
    const written: unknown = JSON.parse(kept(KEY) ?? '[]');
    return new Set(Array.isArray(written) ? written.filter((key) => typeof key === 'string') : []);
  } catch {
    return NONE;
  }
};

/** Empty on the server and while hydrating. What cannot be kept still holds until the page is left. */
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
    keep(KEY, JSON.stringify([...next]));
  };
  return { ticked, toggle };
}
