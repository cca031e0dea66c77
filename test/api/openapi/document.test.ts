import { readdir } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { endpoints } from '../../../src/api/endpoints/index.ts';
import { openApiDocument } from '../../../src/api/openapi/document.ts';
import { requestSchemas } from '../../../src/api/openapi/schemas.ts';
import { parseBody } from '../../../src/api/wire/parse-body.ts';
import { normaliseEmail } from '../../../src/store/email.ts';
import { checkPassword } from '../../../src/store/password.ts';
import { schemaCheck } from '../../support/openapi-answers.ts';

const document = openApiDocument();

describe('the OpenAPI document', () => {
  it('has exactly the operations of the endpoints, HEAD wherever there is GET, and OPTIONS for every path', () => {
    const served = endpoints.flatMap(({ method, path }) =>
      [method, 'OPTIONS', ...(method === 'GET' ? ['HEAD'] : [])].map(
        (name) => `${name} ${path.replaceAll(/:(\w+)/g, '{$1}')}`,
      ),
    );
    const documented = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(documented.sort()).toEqual([...new Set(served)].sort());
  });

  it('describes every parameter of a path', () => {
    for (const { path, ...endpoint } of endpoints) {
      const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name);
      expect(Object.keys('params' in endpoint ? (endpoint.params ?? {}) : {}), path).toEqual(names);
    }
  });
});

describe('the file of an endpoint', () => {
  it('is named for its operation', async () => {
    const folder = new URL('../../../src/api/endpoints/', import.meta.url);
    const files = (await readdir(folder, { recursive: true })).map((file) => file.replace(/^.*\//, ''));
    for (const { docs } of endpoints) {
      const kebab = docs.name.replace(/[A-Z]+/g, (letters) => `-${letters.toLowerCase()}`);
      expect(files).toContain(`${kebab}.ts`);
    }
  });
});

const tiers = [{ title: 'S', items: [] }];
const email = 'ann@example.org';
const password = 'correct horse';

/** Validates a body as the API and the store do, and throws their errors. */
function validate(name: string, body: object): void {
  const schema = requestSchemas[name];
  if (schema === undefined) throw new Error(`no schema ${name}`);
  parseBody(schema, body);
  if ('email' in body) normaliseEmail(String(body.email));
  if ('password' in body && name !== 'Login') checkPassword(String(body.password));
}

describe('a bound in the OpenAPI document', () => {
  it.each<[string, object, object]>([
    ['NewUser', { email, password: 'x'.repeat(10) }, { email, password: 'x'.repeat(9) }],
    ['NewUser', { email, password: '😀'.repeat(200) }, { email, password: '😀'.repeat(201) }],
    ['NewUser', { email: ' a@b ' }, { email: 'a b@c' }],
    ['NewUser', { email: 'анна@пример.рф' }, { email: 'ann' }],
    ['NewUser', { email: `${'a'.repeat(252)}@b` }, { email: `${'a'.repeat(253)}@b` }],
    ['Login', { email, password: '' }, { email: 'ann@', password }],
    ['PasswordChange', { password, token: 'x' }, { password: 'short', token: 'x' }],
    ['PasswordChange', { password, token: 'x'.repeat(200) }, { password, token: 'x'.repeat(201) }],
    ['UserChange', { plan: 'free' }, {}],
    ['UserChange', { admin: false, other: 1 }, { other: 1 }],
    ['NewKey', { name: '键'.repeat(100) }, { name: 'x'.repeat(3201) }],
    ['KeyChange', { name: '' }, { name: ' '.repeat(3201) }],
    ['RenderRequest', { templateId: Number.MAX_SAFE_INTEGER, tiers }, { templateId: 2 ** 53, tiers }],
    ['RenderRequest', { tiers }, { tiers: [] }],
    ['PictureItem', { type: 'url', url: 'HTTPS://a.b/c' }, { type: 'url', url: 'ftp://a.b/c' }],
    ['PictureItem', { type: 'url', url: 'http://a.b' }, { type: 'url', url: 'http://a b' }],
    ['TextItem', { type: 'text', label: 'x'.repeat(120) }, { type: 'text', label: ' '.repeat(3841) }],
  ])('of %s is the one that the service enforces (case %#)', (name, good, bad) => {
    const problems = schemaCheck(document, name);
    expect(problems(good)).toEqual([]);
    expect(() => validate(name, good)).not.toThrow();
    expect(problems(bad)).not.toEqual([]);
    expect(() => validate(name, bad)).toThrow();
  });
});
