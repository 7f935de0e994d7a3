import ts from 'typescript';

const TEST = /\.test\.tsx?$/;
const TESTING = /^src\/testing\//;
const NEUTRAL = /^src\/(app|platform)\/[^/]+\.ts$|^src\/features\/[^/]+\/(contract|rules|rules\/.+)\.ts$/;
const TRANSACTIONS = /\/commands\.ts$|^src\/database\/|^src\/app\/server\/sample\.ts$/;
const SETTINGS = 'src/app/server/settings.ts';

const kindOf = (path) => (/\.tsx$/.test(path) ? ts.ScriptKind.TSX : ts.ScriptKind.TS);

/** The syntax tree of a file of code; undefined for stylesheets. */
export const parse = ({ path, text }) =>
  path.endsWith('.css') ? undefined : ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kindOf(path));

/** Every node for which `look` has something to say, as "path:line: what it said". */
const find = ({ path, tree }, look) => {
  const found = [];
  const visit = (node) => {
    const said = look(node);
    if (said) found.push(`${path}:${tree.getLineAndCharacterOfPosition(node.getStart()).line + 1}: ${said}`);
    ts.forEachChild(node, visit);
  };
  if (tree) visit(tree);
  return found;
};

const isShipped = (path) => path.startsWith('src/') && !TEST.test(path) && !TESTING.test(path);

const NOT_RULES =
  /^(Date\.now|Math\.random|performance|crypto|(globalThis\.)?Temporal\.Now|process|setTimeout|setInterval)$/;

const isName = (node) => ts.isIdentifier(node) || ts.isPropertyAccessExpression(node);

/** A name as it is used: not the key of a property, nor the tail of a longer name. */
const isWhole = (node) =>
  !(ts.isPropertyAccessExpression(node.parent) && node.parent.name === node) &&
  !(ts.isPropertyAssignment(node.parent) && node.parent.name === node) &&
  !ts.isTypeNode(node.parent) &&
  !ts.isPropertySignature(node.parent);

const clockOrDice = (node) => {
  if (ts.isNewExpression(node) && node.expression.getText() === 'Date' && !node.arguments?.length) return 'new Date()';
  if (ts.isCallExpression(node) && node.expression.getText() === 'Date') return 'Date()';
  if (!isName(node) || !isWhole(node)) return undefined;
  const name = node.getText().replace(/^globalThis\./, '');
  return NOT_RULES.test(name) ? name : undefined;
};

/** Clocks, dice and surroundings in neutral files: a rule is told the time and the throw. */
export const chance = (file) =>
  NEUTRAL.test(file.path) && !TEST.test(file.path)
    ? find(file, (node) => {
        const what = clockOrDice(node);
        return what && `${what} in a rule; let it come in as an argument`;
      })
    : [];

/** The environment is read in one place, where every variable is checked and explained. */
export const environment = (file) =>
  isShipped(file.path) && file.path !== SETTINGS
    ? find(
        file,
        (node) =>
          ts.isPropertyAccessExpression(node) &&
          node.getText() === 'process.env' &&
          `process.env is read in ${SETTINGS} only`,
      )
    : [];

const isDefaultExport = (node) =>
  (ts.isExportAssignment(node) && !node.isExportEquals) ||
  (ts.isExportSpecifier(node) && node.name.text === 'default') ||
  (ts.canHaveModifiers(node) && ts.getModifiers(node)?.some((one) => one.kind === ts.SyntaxKind.DefaultKeyword));

export const defaultExports = (file) =>
  file.path.startsWith('src/') ? find(file, (node) => isDefaultExport(node) && 'export it by its name') : [];

const opensTransaction = (node) => {
  if (!ts.isCallExpression(node)) return false;
  const called = ts.isPropertyAccessExpression(node.expression) ? node.expression.name : node.expression;
  return ts.isIdentifier(called) && /^(transaction|startTransaction|transact)$/.test(called.text);
};

/** Transactions open where the story of a write is told, so that no store hides one in another. */
export const transactions = (file) =>
  isShipped(file.path) && !TRANSACTIONS.test(file.path)
    ? find(file, (node) => opensTransaction(node) && 'transactions open in commands.ts only')
    : [];
