import { expect, it } from 'vitest';
import type { ScreenPage } from '../../contract.ts';
import { previewed, previewPath } from './preview.ts';

it('leads to one page of a screen, and reads it from its address', () => {
  const pages: ScreenPage[] = [
    { kind: 'standings', seconds: 20 },
    { kind: 'tournament', seconds: 20, eventId: 'e-1' },
    { kind: 'picture', seconds: 20, pictureId: 'p-1' },
  ];
  for (const page of pages) {
    const { pathname, search } = new URL(
      previewPath({ name: 'arcade', location: 'Pier & co' }, page),
      'https://play.example',
    );
    expect(pathname).toBe('/display/arcade');
    expect(previewed(search)).toEqual({ pages: [], now: page, location: 'Pier & co' });
  }
  expect(previewed('?kind=app&location=')).toMatchObject({ location: null });
  expect(previewed('?kind=app')).not.toHaveProperty('location');
  expect(['', '?kind=web', '?page=2'].map(previewed)).toEqual([null, null, null]);
});
