import { expect, it } from 'vitest';
import type { ScreenPage } from '../../contract.ts';
import { previewedPage, previewPath } from './preview.ts';

it('leads to one page of a screen, and reads it from its address', () => {
  const pages: ScreenPage[] = [
    { kind: 'standings', seconds: 20 },
    { kind: 'tournament', seconds: 20, eventId: 'e-1' },
    { kind: 'picture', seconds: 20, pictureId: 'p-1' },
  ];
  for (const page of pages) {
    const { pathname, search } = new URL(previewPath({ name: 'arcade' }, page), 'https://play.example');
    expect(pathname).toBe('/display/arcade');
    expect(previewedPage(search)).toEqual(page);
  }
  expect(['', '?kind=web', '?page=2'].map(previewedPage)).toEqual([null, null, null]);
});
