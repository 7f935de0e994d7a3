import { expect, test } from 'vitest';
import { count, countJourneys, countUnit, sumCosts } from './test.mjs';

const file = (status, ...tests) => ({ status, assertionResults: tests.map((one) => ({ status: one })) });

test('adds a file that broke before its first test to the failed unit tests', () => {
  const testResults = [file('passed', 'passed'), file('failed', 'failed', 'passed'), file('failed')];
  expect(countUnit({ numPassedTests: 2, numFailedTests: 1, testResults })).toEqual({ passed: 2, failed: 2 });
});

test('counts flaky journeys and errors outside of journeys as failed', () => {
  const report = { stats: { expected: 9, unexpected: 1, flaky: 1, skipped: 0 }, errors: [{}] };
  expect(countJourneys(report)).toEqual({ passed: 9, failed: 3 });
});

test.each([
  ['all passed', {}, 0, { passed: 5, failed: 0 }, { passed: 5, failed: 0 }],
  ['one failed', {}, 1, { passed: 4, failed: 1 }, { passed: 4, failed: 1 }],
  ['the runner ended with an error', {}, 1, { passed: 5, failed: 0 }, { passed: 5, failed: 1 }],
  ['no test ran', {}, 0, { passed: 0, failed: 0 }, { passed: 0, failed: 1 }],
  ['the runner left no report', null, 0, { passed: 5, failed: 0 }, { passed: 0, failed: 1 }],
])('counts a run where %s', (_what, report, status, counted, expected) => {
  expect(count(report, status, () => counted)).toEqual(expected);
});

test.each([
  ['no change reached a test', {}, 0, { passed: 0, failed: 0 }],
  ['the runner ended with an error before a test', {}, 1, { passed: 0, failed: 1 }],
  ['the runner left no report', null, 0, { passed: 0, failed: 1 }],
])('counts a run that may run nothing where %s', (_what, report, status, expected) => {
  expect(count(report, status, () => ({ passed: 0, failed: 0 }), { mayRunNothing: true })).toEqual(expected);
});

test('sums costs by kind, then by file with the dearest first', () => {
  const notes = [
    { kind: 'node', file: 'a', seconds: 1 },
    { kind: 'web', file: 'b', seconds: 4 },
    { kind: 'node', file: 'c', seconds: 2 },
    { kind: 'web', file: 'b', seconds: 1 },
  ];
  expect(sumCosts(notes)).toEqual([
    { name: 'web', seconds: 5 },
    { name: 'node', seconds: 3 },
    { name: 'b', seconds: 5 },
    { name: 'c', seconds: 2 },
    { name: 'a', seconds: 1 },
  ]);
});
