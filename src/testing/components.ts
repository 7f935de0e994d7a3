/** Lets Node import components, for tests of the server that draws them: it removes types itself, but knows no JSX and no CSS. */
import { readFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

// Loads TypeScript with the first component, because few tests of the server need one.
const require = createRequire(import.meta.url);

function scriptOf(url: string): string {
  const { JsxEmit, ModuleKind, ScriptTarget, transpile } = require('typescript') as typeof import('typescript');
  const options = {
    jsx: JsxEmit.ReactJSX,
    module: ModuleKind.ESNext,
    target: ScriptTarget.ESNext,
    verbatimModuleSyntax: true,
  };
  return transpile(readFileSync(fileURLToPath(url), 'utf8'), options);
}

registerHooks({
  load(url, context, next) {
    const { pathname } = new URL(url);
    if (pathname.endsWith('.css')) return { format: 'module', source: '', shortCircuit: true };
    if (!pathname.endsWith('.tsx')) return next(url, context);
    return { format: 'module', source: scriptOf(url), shortCircuit: true };
  },
});
