/** Short forms of the faults, the scenarios of `npm run faults`; kill.test.ts has those of kill -9. */
import { KILLS, SCENARIOS } from './scenarios.ts';
import { testShortForms } from './short-forms.ts';

testShortForms(SCENARIOS.filter((scenario) => !KILLS.includes(scenario)));
