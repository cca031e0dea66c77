// Bundles src/client/ for users of the package: dist/client/tierpress.js for `import`, tierpress.cjs for `require`, and
// their declarations, which need no other package. The types of bodies and queries are those of the OpenAPI document.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { build } from 'esbuild';
import ts from 'typescript';
import { openApiDocument } from '../dist/api/openapi/document.js';
import { declareTypes, namesWithin } from './schema-types.mjs';

const source = 'src/client';
const out = 'dist/client/tierpress';

/** Their sources are declared as they stand; types.ts infers its types from schemas, which the document describes. */
const plain = ['client', 'options', 'error', 'signed-url'];

/** The types of queries, each with an operation that takes it. */
const queries = { TemplatesQuery: 'listTemplates', LocaleQuery: 'getTemplate', Page: 'listUsers' };

await mkdir('dist/client', { recursive: true });
const declarations = [...(await Promise.all(plain.map(declared))), declaredSchemas()].join('\n');
await Promise.all([
  ...[
    ['esm', 'js'],
    ['cjs', 'cjs'],
  ].map(([format, ending]) =>
    build({
      entryPoints: [`${source}/index.ts`],
      outfile: `${out}.${ending}`,
      bundle: true,
      format,
      platform: 'neutral',
      target: 'es2022',
      logLevel: 'warning',
    }),
  ),
  ...['d.ts', 'd.cts'].map((ending) => writeFile(`${out}.${ending}`, declarations)),
]);

/** Returns the declarations of a source file, without its imports: everything is declared in one file. */
async function declared(name) {
  const fileName = `${source}/${name}.ts`;
  const { outputText, diagnostics } = ts.transpileDeclaration(await readFile(fileName, 'utf8'), {
    fileName,
    reportDiagnostics: true,
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.NodeNext },
  });
  for (const { messageText } of diagnostics) throw new Error(`${fileName}: ${messageText}`);
  return outputText.replaceAll(/^import .*\n/gm, '').replaceAll('    ', '  ');
}

function declaredSchemas() {
  const { paths, components } = openApiDocument();
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  // The client throws errors as a TierpressError.
  const { Error: _, ...schemas } = components.schemas;
  // A service may have themes of its own.
  schemas.RenderRequest.properties.theme.isOpen = true;
  const inputs = namesWithin(
    operations.map(({ requestBody }) => requestBody),
    schemas,
  );
  for (const [name, operation] of Object.entries(queries)) {
    inputs.add(name);
    schemas[name] = querySchema(operations.find(({ operationId }) => operationId === operation));
  }
  return declareTypes(schemas, (name) => inputs.has(name));
}

function querySchema({ operationId, parameters }) {
  const properties = parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, description, schema }) => [name, { ...schema, description }]);
  const description = `The query of \`${operationId}\`.`;
  return { type: 'object', description, properties: Object.fromEntries(properties), required: [] };
}
