import { defineConfig } from 'vite';

/** The service worker and the script that withdraws it, each in one file without imports. */
export default defineConfig({
  build: {
    outDir: 'dist/worker',
    emptyOutDir: true,
    copyPublicDir: false,
    target: ['chrome114', 'edge114', 'firefox121', 'safari16.4'],
    modulePreload: false,
    rolldownOptions: {
      input: { main: 'src/app/web/worker/main.ts', withdrawn: 'src/app/web/worker/withdrawn.ts' },
      output: { entryFileNames: '[name].js' },
    },
  },
});
