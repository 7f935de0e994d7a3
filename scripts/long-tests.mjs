/** The endings of tests that take seconds; `npm run slice` leaves them out. CONTRIBUTING.md says what each is for. */
export const LONG_TESTS = '**/*.{races,faults,properties,model,load}.test.ts';
