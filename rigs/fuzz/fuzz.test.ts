import { expect, test } from 'vitest';
import { randomFrom } from '../random.ts';
import { complaintAbout } from './attack.ts';
import { emptyPool } from './pool.ts';
import { type ApiPage, callsOf, requestOf } from './requests.ts';

test('reports a response that nobody should get', () => {
  const json = { 'content-type': 'application/json' };
  const refusal = '{"code":"X","message":"y"}';
  expect(complaintAbout({ status: 503, headers: { 'retry-after': '3' }, body: refusal })).toBeNull();
  expect(complaintAbout({ status: 404, headers: json, body: refusal })).toBeNull();
  expect(complaintAbout({ status: 503, headers: json, body: refusal })).toBe('answered 503');
  expect(complaintAbout({ status: 400, headers: json, body: '{"error":1}' })).toBe('refuses in another form');
  expect(complaintAbout({ status: 400, headers: json, body: '{"message":"at x.ts:12"}' })).toBe('tells what is inside');
});

test('the same seed sends the same requests', () => {
  const page: ApiPage = { paths: { '/api/x/{id}': { post: { parameters: [] } } } };
  const thrown = (seed: number) => {
    const random = randomFrom(seed);
    return Array.from({ length: 50 }, () => requestOf(random, callsOf(page), emptyPool('fest_admin=x')));
  };
  expect(thrown(1)).toEqual(thrown(1));
  expect(thrown(1)).not.toEqual(thrown(2));
});
