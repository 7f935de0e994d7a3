import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

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
    test: /platform[\\/]web[\\/]ui[\\/](dialog|focus-return|scroll-lock)|@radix-ui[\\/]react-dialog/,
    priority: 1,
  },
];

/** Two builds from one file: the browser's into dist/web, and with `--ssr src/app/web/server.tsx` the server's. */
export default defineConfig(({ command, isSsrBuild }) => ({
  base: '/',
  plugins: [react(), tailwindcss()],
  // The page renderer bundles its packages, so that a start reads a few files instead of hundreds.
  ...(command === 'build' ? { ssr: { noExternal: true as const } } : {}),
  define: isSsrBuild ? { 'process.env.NODE_ENV': '"production"' } : {},
  build: {
    outDir: isSsrBuild ? 'dist/server' : 'dist/web',
    emptyOutDir: true,
    copyPublicDir: !isSsrBuild,
    manifest: !isSsrBuild,
    assetsInlineLimit: 0,
    // Browsers of 2023: the oldest that visitors' phones are likely to have.
    target: ['chrome114', 'edge114', 'firefox121', 'safari16.4'],
    // A link per file of a dialog costs a phone 10 ms, and dialogs are loaded one after the other when idle.
    modulePreload: false,
    rolldownOptions: isSsrBuild ? {} : { input: 'src/app/web/browser.tsx', output: { codeSplitting: { groups } } },
  },
}));
