import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { packedFiles } from './scripts/packed-files.ts';

/**
 * Browsers of 2023, the oldest that visitors' phones are likely to have. The `lib` of tsconfig.web.json, .worker.json and
 * .neutral.json is what these have of JavaScript.
 */
export const OLDEST = { chrome: '114', edge: '114', firefox: '121', safari: '16.4' };

/**
 * Puts the code that every page starts with into one file, and the code that all dialogs share into another. By default
 * the first script would be eighteen files and each dialog six; on hotel Wi-Fi each request costs more than its bytes. The
 * entry keeps the style sheet, where the server looks for it.
 */
const ENTRY = /styles\.css|web[\\/]browser\.tsx/;
const groups = [
  { name: 'first', tags: ['$initial' as const], test: (id: string) => !ENTRY.test(id), priority: 2 },
  // What every page loads after it stands.
  { name: 'after', test: /platform[\\/]web[\\/]live\.ts|offline[\\/]start-worker/, priority: 1 },
  {
    name: 'overlay',
    test: /platform[\\/]web[\\/]ui[\\/]dialog|@radix-ui[\\/]react-dialog/,
    priority: 1,
  },
];

/** What the browser loads. The only build for `npm run dev`. */
const client = {
  build: {
    outDir: 'dist/web',
    manifest: true,
    rolldownOptions: { input: 'src/app/web/browser.tsx', output: { codeSplitting: { groups } } },
  },
};

/** The server's renderer with its packages, in one file: reading hundreds adds 70 ms to a start. */
const ssr = {
  resolve: { noExternal: true as const },
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    outDir: 'dist/server',
    copyPublicDir: false,
    rolldownOptions: { input: 'src/app/web/server.tsx', output: { codeSplitting: false } },
  },
};

/** The service worker and the script that withdraws it, each in one file without imports. */
const worker = {
  consumer: 'client' as const,
  build: {
    outDir: 'dist/worker',
    copyPublicDir: false,
    rolldownOptions: {
      input: { main: 'src/app/web/worker/main.ts', removed: 'src/app/web/worker/removed.ts' },
      output: { entryFileNames: '[name].js' },
    },
  },
};

export default defineConfig(({ command }) => ({
  base: '/',
  plugins: [react({ jsxImportSource: '#jsx' }), tailwindcss(), packedFiles],
  builder: {},
  environments: command === 'build' ? { client, ssr, worker } : { client },
  build: {
    assetsInlineLimit: 0,
    target: Object.entries(OLDEST).map(([browser, version]) => `${browser}${version}`),
    // A link per file of a dialog costs a phone 10 ms, and dialogs are loaded one after the other when idle.
    modulePreload: false,
    // A slow machine is no warning.
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
}));
