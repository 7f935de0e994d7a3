/**
 * Development server: Vite in front, with hot updates in the browser, and the program behind it, started again when one
 * of its files changes. Pages are drawn from the source by Vite; their data comes from the running program.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import { freePort } from './free-ports.mjs';
import { keepRunning } from './keep-running.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PORT = Number(process.env.PORT || 3000);
/** What a developer opens; the program behind it prints this too. */
const OPEN_AT = `http://localhost:${PORT}`;
const STATE = /<script type="application\/json" id="state">(.*)<\/script>/;
/** Only the browser uses these, so Vite alone handles a change. */
const BROWSER = /\/web\/|\.test\.tsx?$|\.css$/;

/** A killed program would not write its compile cache. */
const KEEP_CACHE =
  'data:text/javascript,import {flushCompileCache} from "node:module";setTimeout(flushCompileCache,2000)';

const launchOn = (port) => () =>
  spawn(process.execPath, ['--import', KEEP_CACHE, 'src/app/server/main.ts'], {
    cwd: ROOT,
    env: { PUBLIC_URL: OPEN_AT, ...process.env, NODE_ENV: 'development', HOST: '127.0.0.1', PORT: String(port) },
    stdio: 'inherit',
  });

const documentOf = (page, state) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${page.title}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/src/app/web/styles.css">
<script>${readFileSync(`${ROOT}/src/app/web/early.js`, 'utf8')}</script>
</head>
<body>
<div id="root">${page.html}</div>
<script type="application/json" id="state">${state}</script>
<script type="module" src="/src/app/web/browser.tsx"></script>
</body>
</html>`;

/** Draws pages from the source with the data of the program's own page. */
const pages = (origin) => ({
  name: 'pages',
  configureServer: (vite) => () => {
    vite.middlewares.use(async (request, response, next) => {
      try {
        const url = request.originalUrl;
        const answer = await fetch(origin + url, { headers: { cookie: request.headers.cookie ?? '' } });
        const body = await answer.text();
        const state = STATE.exec(body)?.[1];
        if (state === undefined) return response.writeHead(answer.status).end(body);
        const { pageAt, renderPage } = await vite.ssrLoadModule('/src/app/web/server.tsx');
        const html = documentOf(renderPage(pageAt(url).eventUrl, JSON.parse(state)), state);
        response.writeHead(answer.status, { 'content-type': 'text/html' });
        return response.end(await vite.transformIndexHtml(url, html));
      } catch (error) {
        vite.ssrFixStacktrace(error);
        return next(error);
      }
    });
  },
});

const port = await freePort();
const origin = `http://127.0.0.1:${port}`;
const vite = await createServer({
  root: ROOT,
  appType: 'custom',
  plugins: [pages(origin)],
  server: { port: PORT, strictPort: true, proxy: { '^/(api|healthz|readyz)': origin } },
});
const program = keepRunning(launchOn(port));
try {
  await vite.listen();
} catch (error) {
  program.stop();
  if (!error.message.endsWith('is already in use')) throw error;
  console.error(`${error.message}. End what uses it, or choose another: PORT=${PORT + 1} npm run dev`);
  process.exit(1);
}
vite.watcher.on('all', (_event, path) => {
  if (path.startsWith(`${ROOT}src`) && !BROWSER.test(path)) program.restart();
});
console.log(`\n  Open ${OPEN_AT}. Changes show by themselves.\n`);

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, async () => {
    program.stop();
    await vite.close();
    process.exit(0);
  });
}
