import type { CommandContext } from '#features/access/commands/writes.ts';
import type { Serve } from '#platform/server/serve.ts';
import * as commands from './commands.ts';
import * as contract from './contract.ts';

/** Whole pixels per module keep the code sharp; some 60 modules fill a poster at 200 dpi. */
const MODULE = 20;

/** Returns the address as a QR code, a PNG data URL, black on white with the quiet zone that scanners need. */
async function drawn(origin: string, token: string): Promise<{ qrCode: string }> {
  // Loaded with the first code.
  const { toDataURL } = await import('qrcode');
  const address = `${origin}/check-in?token=${token}`;
  return { qrCode: await toDataURL(address, { errorCorrectionLevel: 'M', margin: 4, scale: MODULE }) };
}

export function checkInRoutes(serve: Serve, context: CommandContext, facts: commands.CheckInFacts): void {
  serve(contract.checkIn, async ({ body, caller, network }) => ({
    message: await commands.checkIn(context, facts, body, { caller: await caller(), network }),
  }));

  serve(contract.readQrCode, async ({ params, origin }) =>
    drawn(origin, await commands.currentCode(context, params.id)),
  );

  serve(contract.renewQrCode, async ({ params, origin, caller }) =>
    drawn(origin, await commands.renewCode(context, await caller(), params.id)),
  );

  serve(contract.listEventRsvps, ({ params }) => commands.listAtTheDoor(context, params.id));

  serve(contract.addWalkIn, async ({ params, body, caller }) =>
    commands.addWalkIn(context, await caller(), { eventId: params.id, playerName: body.playerName }),
  );

  serve(contract.checkInByStaff, async ({ params, caller }) =>
    commands.checkInByStaff(context, await caller(), params.id),
  );

  serve(contract.undoCheckIn, async ({ params, caller }) => commands.undoCheckIn(context, await caller(), params.id));

  serve(contract.undoCheckInsByCode, async ({ params, body, caller }) => ({
    undone: await commands.undoCheckInsByCode(context, await caller(), params.id, body.minutes),
  }));
}
