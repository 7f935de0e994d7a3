import type { Soundness } from '#database/soundness.ts';
import { json } from '#platform/stored.ts';
import { StoredFacts } from './contract.ts';
import { FACTS } from './store.ts';

/** Twice what a request may hold, because the facts before are kept for an undo. */
const LONGEST = 2 * 1024 * 1024;

export const festivalSoundness: Soundness<never> = { meta: { [FACTS]: json(StoredFacts, LONGEST) }, rows: {} };
