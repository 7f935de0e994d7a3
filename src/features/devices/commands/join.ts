/** A device joins the visitor of another one, or takes over places that an organiser hands over. */
import type { Duties, Joining } from '#database/duties.ts';
import { giveRows } from '#database/owned.ts';
import type { Db } from '#database/schema.ts';
import { noteChange } from '#database/transactions.ts';
import { takeTry, uncountTry } from '#features/access/commands/throttle.ts';
import {
  type CommandContext,
  DeviceMoved,
  type Write,
  type Written,
  writeAsVisitor,
} from '#features/access/commands/writes.ts';
import { lockVisitor, readDevice } from '#features/access/store/callers.ts';
import { lockLeaving } from '#features/privacy/commands.ts';
import type { Network } from '#platform/server/network.ts';
import { topicOfLeft, topicOfVisitor } from '#platform/server/topics.ts';
import type { Joined } from '../contract.ts';
import { MOST_DEVICES } from '../limits.ts';
import { codeUnknown, joinedAlready, peopleIn, readCode, tooManyDevices } from '../rules.ts';
import * as store from '../store.ts';
import { codeThrottle, hashOfCode, workingSince } from './codes.ts';
import { takeOver } from './handover.ts';

/**
 * Uses a code on the calling device. A device without a cookie gets one; neither pause nor badge word nor the budget of
 * new visitors concern it.
 * @throws Refusal LINK_OVER, TOO_FAST, BAD_INPUT for the visitor's own code, TOO_MANY_HERE, GONE when nothing is left to hand
 * over.
 */
export async function redeem(
  context: CommandContext,
  slices: readonly Duties[],
  { typed, network, ...write }: Omit<Write, 'network' | 'badgeWord'> & { typed: string; network: Network },
): Promise<Written<Joined>> {
  const code = readCode(typed);
  if (code === null) throw codeUnknown();
  const throttle = codeThrottle(write.caller, network);
  await takeTry(context, throttle);
  const admitted = { ...context, hooks: { ...context.hooks, admission: null } };
  const written = await writeAsVisitor(
    admitted,
    { ...write, network, badgeWord: null },
    {
      movesDevice: true,
      act: (tx, visitorId) =>
        apply(context, slices, tx, { codeHash: hashOfCode(context, code), visitorId, device: write.caller.deviceId }),
      recall: async (_, first) => first,
    },
  );
  // Not the whole count: a guesser could reset it with a code of their own.
  await uncountTry(context.db, throttle);
  return written;
}

type Redeeming = { readonly codeHash: string; readonly visitorId: string; readonly device: string | null };

async function apply(context: CommandContext, slices: readonly Duties[], tx: Db, by: Redeeming): Promise<Joined> {
  const purpose = await store.findCode(tx, by.codeHash, workingSince(context));
  if (purpose === null) throw codeUnknown();
  if (purpose.kind === 'handover') return takeOver(context, tx, { ...by, ...purpose });
  const { visitorId: to } = purpose;
  if (by.visitorId === to) throw joinedAlready();
  await joinVisitor(slices, tx, { ...by, to });
  return { kind: 'join', people: peopleIn(await store.listHoldings(tx, { visitorIds: [to] })) };
}

/** Everything of the device's visitor, also the other devices, goes to the visitor of the code. */
async function joinVisitor(
  slices: readonly Duties[],
  tx: Db,
  { codeHash, visitorId: from, device, to }: Redeeming & { to: string },
) {
  const leaving = await lockLeaving(tx, slices, from);
  const isMoved = device !== null && (await readDevice(tx, device))?.visitorId !== from;
  if (leaving === null || isMoved) throw new DeviceMoved();
  // Before its code is spent: forgetting takes both in this order, and in another the two could wait for each other.
  await lockVisitor(tx, to);
  if (!(await store.spendCode(tx, codeHash))) throw codeUnknown();
  if ((await store.countDevices(tx, [from, to])) > MOST_DEVICES) throw tooManyDevices();
  // A link sent by a stranger must not get them the emails.
  await store.dropEmailsOf(tx, from);
  await giveEverything(slices, tx, { from, to });
  if (device === null) await store.dropJoined(tx, from);
  for (const topic of [topicOfVisitor(to), topicOfLeft(from)]) noteChange(tx, topic);
}

async function giveEverything(slices: readonly Duties[], tx: Db, joining: Joining): Promise<void> {
  for (const slice of slices) {
    for (const owned of slice.owned ?? []) await giveRows(tx, owned, joining);
    await slice.join?.(tx, joining);
  }
}
