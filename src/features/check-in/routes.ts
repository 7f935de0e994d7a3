import type { CommandContext } from '#features/access/commands/writes.ts';
import type { StaffCaller } from '#platform/server/caller.ts';
import { qrCode } from '#platform/server/codes.ts';
import type { Serve } from '#platform/server/serve.ts';
import { isOrganiser, type Staff } from '#platform/staff.ts';
import * as byCode from './commands/by-code.ts';
import * as byStaff from './commands/by-staff.ts';
import * as contract from './contract.ts';
import type { SentTap } from './rules/taps.ts';

const drawn = async (origin: string, token: string) => ({
  qrCode: await qrCode(`${origin}/check-in?token=${token}`),
});

export function checkInRoutes(serve: Serve, context: CommandContext): void {
  serve(contract.checkIn, async ({ body, caller, network }) => ({
    message: await byCode.checkIn(context, body, { caller: await caller(), network }),
  }));

  serve(contract.readQrCode, async ({ params, origin }) => drawn(origin, await byCode.currentCode(context, params.id)));

  serve(contract.renewQrCode, async ({ params, origin, caller }) =>
    drawn(origin, await byCode.renewCode(context, await caller(), params.id)),
  );

  serve(contract.listEventRsvps, async ({ params, caller }) => {
    const { staff } = await caller();
    return (await byStaff.listAtTheDoor(context, params.id)).map((place) => shownTo(staff, place));
  });

  serve(contract.addWalkIn, async ({ params, body, caller }) => {
    const by = await caller();
    const walkIn = { eventId: params.id, playerName: body.playerName, sent: sentTap(body) };
    return shownTo(by.staff, await byStaff.addWalkIn(context, by, walkIn));
  });

  const tap = (by: StaffCaller, placeId: string, checksIn: boolean, body: contract.PlaceTapInput) =>
    byStaff.tapPlace(context, by, { placeId, checksIn, ...doorTap(body, by.staff) });

  serve(contract.checkInByStaff, async ({ params, body, caller }) => {
    const by = await caller();
    return shownTo(by.staff, await tap(by, params.id, true, body));
  });

  serve(contract.undoCheckIn, async ({ params, body, caller }) => {
    const by = await caller();
    return shownTo(by.staff, await tap(by, params.id, false, body));
  });

  serve(contract.undoCheckInsByCode, async ({ params, body, caller }) => ({
    undone: await byStaff.undoCheckInsByCode(context, await caller(), params.id, body.minutes),
  }));
}

/** A helper gets no emails. */
function shownTo(staff: Staff | null, place: contract.StaffRsvp): contract.StaffRsvp {
  const { playerEmail: _, ...rest } = place;
  return isOrganiser(staff) ? place : rest;
}

const sentTap = ({ tapId, madeAt }: contract.TapInput): SentTap => ({ id: tapId ?? null, madeAt: madeAt ?? null });

/** A helper of one event is at its door, whatever they send: a place that moves meanwhile is not theirs. */
const doorTap = ({ eventId, ...tap }: contract.PlaceTapInput, { scope }: Staff) => ({
  eventId: scope.eventId ?? eventId ?? null,
  sent: sentTap(tap),
});
