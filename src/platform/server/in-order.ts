/** Serialises acts for the same key within this process. Does not exclude other instances. */
export type InOrder = <T>(key: string, act: () => Promise<T>) => Promise<T>;

export function inOrder(): InOrder {
  const last = new Map<string, Promise<unknown>>();
  return (key, act) => {
    const mine = (last.get(key) ?? Promise.resolve()).then(act, act);
    last.set(key, mine);
    const forget = () => {
      if (last.get(key) === mine) last.delete(key);
    };
    mine.then(forget, forget);
    return mine;
  };
}
