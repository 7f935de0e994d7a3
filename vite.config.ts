import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/**
 * Left alone, the first script would come as eighteen files and each dialog as six. Over hotel Wi-Fi a file costs more
 * than its bytes: one file for what every page starts with, one for what all dialogs share. The entry keeps the
 * style sheet, where the server looks for it.
 */
const ENTRY = /styles\.css|web[\\/]browser\.tsx/;
const groups = [
  { name: 'first', tags: ['$initial' as const], test: (id: string) => !ENTRY.test(id), priority: 2 },
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
  // The built page renderer holds all it needs: starting then reads a few files, not hundreds.
  ...(command === 'build' ? { ssr: { noExternal: true as const } } : {}),
  define: isSsrBuild ? { 'process.env.NODE_ENV': '"production"' } : {},
  build: {
    outDir: isSsrBuild ? 'dist/server' : 'dist/web',
    emptyOutDir: true,
    copyPublicDir: !isSsrBuild,
    manifest: !isSsrBuild,
    assetsInlineLimit: 0,
    // Browsers of 2023: what a visitor's phone is likely to have at the least.
    target: ['chrome114', 'edge114', 'firefox121', 'safari16.4'],
    modulePreload: { polyfill: false },
    rolldownOptions: isSsrBuild ? {} : { input: 'src/app/web/browser.tsx', output: { codeSplitting: { groups } } },
  },
}));
