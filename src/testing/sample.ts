import { fillSample } from '#app/server/sample/fill.ts';
import type { World } from '#features/access/commands.ts';
import { testFestival } from './app.ts';

/** The sample festival, as the first start writes it. */
export const layInSample = (world: World): Promise<void> => fillSample(world, testFestival());
