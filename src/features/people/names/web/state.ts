/** The names typed on this device (docs/behaviour.md "Names on this device"). */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { isAdminMode } from '#features/access/web/state.ts';
import { MINE } from '#platform/live.ts';
import { request } from '#platform/web/api.ts';
import { channel } from '#platform/web/channel.ts';
import { safeStorage } from '#platform/web/safe-storage.ts';
import type { KnownName, myNames } from '../contract.ts';
import { knownNames, readStored, withName } from '../rules.ts';

/** The names of this device's data. Never in the server's page, because they belong to one visitor. */
export const myNamesQuery = queryOptions({
  queryKey: ['names', 'my'],
  queryFn: ({ signal }) => request<typeof myNames>('GET /api/names/my', { signal }),
  meta: { topic: MINE },
});

const KEY = 'names';
const NONE: readonly KnownName[] = [];
const changes = channel();

/** Set while this device has places, waiting entries, accounts or games; early.js reads it. */
const MINE_KEY = 'mine';
export const noteMine = (isMine: boolean): void => safeStorage.set(MINE_KEY, isMine ? 'yes' : null);
export const hasMine = (): boolean => safeStorage.get(MINE_KEY) !== null;

function store(text: string | null): void {
  safeStorage.set(KEY, text);
  noteMine(text !== null);
  // What early.js said of a device without names.
  delete document.documentElement.dataset.newcomer;
  changes.tell();
}

/** Call it when the server has accepted the name. An organiser's device is used for many people and keeps none. */
export function rememberName(name: string, { account = false } = {}): void {
  if (!isAdminMode()) store(JSON.stringify(withName(readStored(safeStorage.get(KEY)), { name, account })));
}

export const forgetNames = (): void => store(null);

/** The names typed on this device, its owner's first; none on the server and while hydrating. */
export const useTypedNames = (): readonly KnownName[] =>
  readStored(
    useSyncExternalStore(
      changes.listen,
      () => safeStorage.get(KEY),
      () => null,
    ),
  );

type Typed = readonly [name: string | undefined, set: (name: string) => void];

/**
 * What a form's NameField shows: the owner's name if it offers it, until something else is typed or chosen. `typed` is
 * given by forms that keep it in their draft.
 */
export function useNameField(isOffered: (known: KnownName) => boolean = () => true, typed?: Typed) {
  const stored = useTypedNames();
  const { data: own = NONE } = useQuery(myNamesQuery);
  const state = useState<string>();
  const [changed, setName] = typed ?? state;
  const { names, me } = knownNames({ typed: stored, own }, isOffered);
  return { names, name: changed ?? me, setName };
}
