import type { CommandContext } from '#features/access/commands/writes.ts';
import type { Serve } from '#platform/server/serve.ts';
import * as byCode from './commands/by-code.ts';
import * as byStaff from './commands/by-staff.ts';
import * as contract from './contract.ts';
import type { SentTap } from './rules/taps.ts';

/** Whole pixels per module keep the code sharp; some 60 modules fill a poster at 200 dpi. */
const MODULE = 20;
/** A row of pixels is that above, but for each module's first: "up" is the filter, and trying the others takes five times as long. */
const PNG = { errorCorrectionLevel: 'M', margin: 4, scale: MODULE, rendererOpts: { filterType: 2 } } as const;

/** Returns the address as a QR code, a PNG data URL, black on white with the quiet zone that scanners need. */
async function drawn(origin: string, token: string): Promise<{ qrCode: string }> {
  // Loaded with the first code.
  const { toDataURL } = await import('qrcode');
  const address = `${origin}/check-in?token=${token}`;
  return { qrCode: await toDataURL(address, PNG) };
}

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
      ...{ eventId: params.id, playerName: body.playerName, sent: sentTap(body) },
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

const sentTap = ({ tapId, age }: contract.Tap): SentTap => ({ id: tapId ?? null, ageMs: age ?? null });

const doorTap = ({ eventId, ...tap }: contract.PlaceTap) => ({ eventId: eventId ?? null, sent: sentTap(tap) });
