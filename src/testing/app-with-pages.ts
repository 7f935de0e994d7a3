import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Built } from '#app/server/built.ts';
import { eventHead, pageAt, renderPage } from '#app/web/server.tsx';
import { type TestApp, testApp } from './app.ts';

/** The real app with the real renderer; only the build's files are missing. `renders` collects the rendered addresses. */
export async function appWithPages(
  renders: string[] = [],
  parts: Parameters<typeof testApp>[1] = {},
): Promise<TestApp> {
  const webRoot = mkdtempSync(join(tmpdir(), 'boardwalk-web-'));
  onTestFinished(() => rmSync(webRoot, { recursive: true, force: true }));
  const inline = {
    style: '',
    early: '',
    tooOld: '',
    rehearsal: parts.clock ? { clock: parts.clock, style: 'BAND', script: 'CLOCK' } : null,
    inlineHashes: { scripts: [], styles: [] },
  };
  writeFileSync(join(webRoot, 'icon.svg'), '<svg/>');
  const worker = { worker: 'self.BUILD={};', hasWorker: true };
  const files = { webRoot, hash: 'r1', script: '/entry.js', preloads: [], ...worker, ...inline };
  const counted: typeof renderPage = (url, state) => {
    renders.push(url);
    return renderPage(url, state);
  };
  return testApp('sqlite', { ...parts, built: { ...files, pageAt, eventHead, renderPage: counted } as Built });
}
