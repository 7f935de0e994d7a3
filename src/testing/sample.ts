import { fillSample } from '#app/server/sample/fill.ts';
import type { CommandContext } from '#features/access/commands/writes.ts';

/** The sample festival, as the first start writes it. */
export const layInSample = (context: CommandContext): Promise<void> => fillSample(context);
