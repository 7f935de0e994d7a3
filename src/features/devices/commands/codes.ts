/** Codes by which a device joins a visitor or takes over what an organiser hands over. Only their keyed hash is stored. */
import { createHmac, randomInt } from 'node:crypto';
import { transact } from '#database/connect.ts';
import type { CommandContext } from '#features/access/commands/writes.ts';
import type { Throttle } from '#features/throttle/commands.ts';
import { countsOfStranger } from '#features/throttle/rules.ts';
import type { Caller } from '#platform/server/caller.ts';
import type { Network } from '#platform/server/network.ts';
import { CODE_LENGTH, CODE_WORKS_MS, CODES_PER_MINUTE, FREE_CODES, LETTERS, tooManyCodes } from '../rules.ts';
import * as store from '../store.ts';

/** A new code, to be shown once. */
export type NewCode = { readonly code: string; readonly until: string };

/** Keyed, because 40 bits of a plain hash can be tried out. */
export const hashOfCode = ({ secret }: Pick<CommandContext, 'secret'>, code: string): string =>
  createHmac('sha256', secret).update(`device code ${code}`).digest('hex');

/** Returns the time after which a code that works was made. */
export const workingSince = ({ now }: Pick<CommandContext, 'now'>): string =>
  new Date(now().getTime() - CODE_WORKS_MS).toISOString();

async function makeCode(context: CommandContext, purpose: store.Purpose): Promise<NewCode> {
  const code = Array.from({ length: CODE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  const now = context.now();
  await transact(context.db, (tx) => store.addCode(tx, hashOfCode(context, code), purpose, now.toISOString()));
  return { code, until: new Date(now.getTime() + CODE_WORKS_MS).toISOString() };
}

/** Makes a code with which another device joins the visitor, and voids the visitor's earlier one. */
export const makeJoinCode = (context: CommandContext, visitorId: string): Promise<NewCode> =>
  makeCode(context, { kind: 'join', visitorId });

/** Makes a code with which a phone takes over these places and waiting entries. */
export const makeHandoverCode = (context: CommandContext, { adminSessionId }: Caller, ids: readonly string[]) =>
  makeCode(context, { kind: 'handover', ids, sessionId: adminSessionId ?? '' });

/** Counts tries like those of the password, but more are free: honest people mistype, and 40 bits are many. */
export function codeThrottle({ visitorId }: Caller, network: Network): Throttle {
  const { device, devices, network: shared } = FREE_CODES;
  const free = { device, devices: devices * network.factor, network: shared * network.factor };
  return {
    counts: countsOfStranger('code ', { visitorId, network }, free),
    budgets: [{ name: 'device codes', perMinute: CODES_PER_MINUTE }],
    sentence: tooManyCodes,
  };
}
