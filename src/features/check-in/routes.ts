import type { CommandContext } from '#features/access/commands/writes.ts';
import { staffWrites } from '#features/audit/commands.ts';
import { noSuchEvent } from '#features/events/commands.ts';
import { findEvent } from '#features/events/store.ts';
import { findTyped } from '#features/people/users/commands.ts';
import { qrCode } from '#platform/server/codes.ts';
import type { Serve } from '#platform/server/serve.ts';
import * as byCode from './commands/by-code.ts';
import * as byStaff from './commands/by-staff.ts';
import * as contract from './contract.ts';
import { placesOf } from './rules/people.ts';
import { listStaffRsvps } from './store.ts';

const drawn = async (origin: string, token: string) => ({
  qrCode: await qrCode(`${origin}/check-in?token=${token}`),
});

export function checkInRoutes(serve: Serve, context: CommandContext): void {
  const { db } = context;
  const write = staffWrites(serve, context);

  serve(contract.checkIn, async ({ body, caller, network }) => ({
    message: await byCode.checkIn(context, body, { caller: await caller(), network }),
  }));

  serve(contract.readQrCode, async ({ params, origin }) => drawn(origin, await byCode.currentCode(context, params.id)));

  serve(contract.renewQrCode, async ({ params, caller, origin }) =>
    drawn(origin, await byCode.renewCode(context, await caller(), params.id)),
  );

  serve(contract.listEventRsvps, async ({ params, query, caller }) => {
    const { staff } = await caller();
    if ((await findEvent(db, params.id)) === null) throw noSuchEvent();
    const places = await listStaffRsvps(db, params.id);
    if (query.code === undefined) return places.map((place) => byStaff.shownTo(staff, place));
    // An unknown code and a badge without a place are alike, so that nobody finds codes here.
    const account = await findTyped(db, query.code).catch(() => null);
    return (account === null ? [] : placesOf(places, account)).map((place) => byStaff.shownTo(staff, place));
  });

  write(contract.addWalkIn, byStaff.addWalkIn);
  write(contract.checkInByStaff, byStaff.tapPlace(true));
  write(contract.undoCheckIn, byStaff.tapPlace(false));
  write(contract.undoCheckInsByCode, byStaff.undoCheckInsByCode);
}
