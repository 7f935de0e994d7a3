import type { World } from '#features/access/commands.ts';
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

export function checkInRoutes(serve: Serve, world: World, facts: commands.CheckInFacts): void {
  serve(contract.checkIn, async ({ body, asking, network }) => ({
    message: await commands.checkIn(world, facts, body, { asking: await asking(), network }),
  }));

  serve(contract.readQrCode, async ({ params, origin }) => drawn(origin, await commands.currentCode(world, params.id)));

  serve(contract.renewQrCode, async ({ params, origin, asking }) =>
    drawn(origin, await commands.renewCode(world, await asking(), params.id)),
  );

  serve(contract.listEventRsvps, ({ params }) => commands.listAtTheDoor(world, params.id));

  serve(contract.addWalkIn, async ({ params, body, asking }) =>
    commands.addWalkIn(world, await asking(), { eventId: params.id, playerName: body.playerName }),
  );

  serve(contract.checkInByStaff, async ({ params, asking }) =>
    commands.checkInByStaff(world, await asking(), params.id),
  );

  serve(contract.undoCheckIn, async ({ params, asking }) => commands.undoCheckIn(world, await asking(), params.id));

  serve(contract.undoCheckInsByCode, async ({ params, body, asking }) => ({
    undone: await commands.undoCheckInsByCode(world, await asking(), params.id, body.minutes),
  }));
}
