import type { Duties } from '#database/duties.ts';
import type { CommandContext } from '#features/access/commands/writes.ts';
import type { Serve } from '#platform/server/serve.ts';
import * as contract from './contract.ts';
import { ownNames } from './rules.ts';

export function nameRoutes(serve: Serve, { db }: CommandContext, slices: readonly Duties[]): void {
  serve(contract.myNames, async ({ caller }) => {
    const { visitorId } = await caller();
    if (visitorId === null) return [];
    const used = await Promise.all(slices.map((slice) => slice.listNames?.(db, visitorId) ?? []));
    const names = ownNames(used.flat());
    const asked = names.map(({ name }) => name);
    const taken = new Set((await Promise.all(slices.map((slice) => slice.listTakenNames?.(db, asked) ?? []))).flat());
    return names.map(({ name, account }) => ({ name, account: account || taken.has(name) }));
  });
}
