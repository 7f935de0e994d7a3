import type { CommandContext } from '#features/access/commands/writes.ts';
import { POSTER_SCALE, qrCode } from '#platform/server/qr-code.ts';
import type { Serve } from '#platform/server/serve.ts';
import * as byCode from './commands/by-code.ts';
import * as byStaff from './commands/by-staff.ts';
import * as contract from './contract.ts';
import type { SentTap } from './rules/taps.ts';

const drawn = async (origin: string, token: string) => ({
  qrCode: await qrCode(`${origin}/check-in?token=${token}`, POSTER_SCALE),
});

export function checkInRoutes(serve: Serve, context: CommandContext, facts: byCode.CheckInFacts): void {
  serve(contract.checkIn, async ({ body, caller, network }) => ({
    message: await byCode.checkIn(context, facts, body, { caller: await caller(), network }),
  }));

  serve(contract.readQrCode, async ({ params, origin }) => drawn(origin, await byCode.currentCode(context, params.id)));

  serve(contract.renewQrCode, async ({ params, origin, caller }) =>
    drawn(origin, await byCode.renewCode(context, await caller(), params.id)),
  );

  serve(contract.listEventRsvps, ({ params }) => byStaff.listAtTheDoor(context, params.id));

  serve(contract.addWalkIn, async ({ params, body, caller }) =>
    byStaff.addWalkIn(context, await caller(), {
      eventId: params.id,
      playerName: body.playerName,
      sent: sentTap(body),
    }),
  );

  serve(contract.checkInByStaff, async ({ params, body, caller }) =>
    byStaff.tapPlace(context, await caller(), { placeId: params.id, checksIn: true, ...doorTap(body) }),
  );

  serve(contract.undoCheckIn, async ({ params, body, caller }) =>
    byStaff.tapPlace(context, await caller(), { placeId: params.id, checksIn: false, ...doorTap(body) }),
  );

  serve(contract.undoCheckInsByCode, async ({ params, body, caller }) => ({
    undone: await byStaff.undoCheckInsByCode(context, await caller(), params.id, body.minutes),
  }));
}

const sentTap = ({ tapId, madeAt }: contract.TapInput): SentTap => ({ id: tapId ?? null, madeAt: madeAt ?? null });

const doorTap = ({ eventId, ...tap }: contract.PlaceTapInput) => ({ eventId: eventId ?? null, sent: sentTap(tap) });
