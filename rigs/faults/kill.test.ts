/** kill -9 in its short forms, and a control for the rig. */
import { expect, it } from 'vitest';
import { killLiar } from './scenarios/kill-registrations.ts';
import { KILLS } from './scenarios.ts';
import { SEED, testShortForms } from './short-forms.ts';

const MOST_KILLS = 15;

testShortForms(KILLS);

it.concurrent('control: detects a program that answers before it has committed', { timeout: 300_000 }, async () => {
  expect(await killLiar(SEED, MOST_KILLS)).toContainEqual(expect.stringMatching(/^acknowledged but not there: /));
});
