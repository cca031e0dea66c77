import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { OpenApiDocument } from '../../src/api/openapi/document.ts';

/** Checks one response of the service against the document. @throws Error that names the operation and the problem */
export type AnswerCheck = (method: string, answer: Response) => Promise<void>;

/** Paths that belong to the API, with or without an operation. */
const apiPath = /^\/(api|images)(\/|$)|^\/(healthz|readyz|metrics)$/;
const root = 'https://tierpress.invalid/openapi.json';

/**
 * Checks status, headers, media type and body of the responses of the service, which are recognised by their
 * `X-Request-Id`. Bodies may hold only properties that the document names, although clients must accept more.
 */
export function answerCheck(document: OpenApiDocument): AnswerCheck {
  const ajv = validatorOf(closed(document.components.schemas));
  const validators = new Map<object, ValidateFunction>();
  const compiled = (schema: object): ValidateFunction => {
    const known = validators.get(schema);
    if (known) return known;
    const made = ajv.compile('$ref' in schema ? { $ref: `${root}${schema.$ref}` } : schema);
    validators.set(schema, made);
    return made;
  };
  const hold = (value: unknown, schema: object, what: string): void => {
    const validate = compiled(schema);
    if (!validate(value)) throw new Error(`${what}: ${ajv.errorsText(validate.errors, { dataVar: 'body' })}`);
  };
  const errorSchema = { $ref: '#/components/schemas/Error' };
  const paths = Object.entries(document.paths).map(([path, operations]) => ({
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
    operations,
  }));

  const checkHeaders = (answer: Response, names: readonly string[], where: string): void => {
    for (const [name, { required, schema }] of Object.entries(document.components.headers)) {
      const value = answer.headers.get(name);
      if (!names.includes(name)) continue;
      if (value === null) {
        if (required) throw new Error(`${where}: the header ${name} is missing`);
        continue;
      }
      hold(schema.type === 'integer' ? Number(value) : value, schema, `${where}: the header ${name}`);
    }
  };

  const checkError = async (method: string, answer: Response, where: string): Promise<void> => {
    if (method === 'OPTIONS' && answer.status === 204) return;
    if (answer.status < 400) throw new Error(`${where}: no operation of the document answers so`);
    if (method !== 'HEAD') hold(await jsonOf(answer, where), errorSchema, where);
  };

  return async (method, answer) => {
    if (!answer.headers.has('X-Request-Id')) return;
    const { pathname } = new URL(answer.url);
    const found = paths.find(({ pattern }) => pattern.test(pathname))?.operations;
    const operation = found?.[method.toLowerCase()] ?? (method === 'HEAD' ? found?.['get'] : undefined);
    const where = `${operation?.operationId ?? `${method} ${pathname}`} answers ${answer.status}`;
    if (operation === undefined) {
      if (apiPath.test(pathname)) await checkError(method, answer, where);
      return;
    }
    const response = operation.responses[answer.status];
    if (response === undefined) throw new Error(`${where}: the document knows no such status`);
    checkHeaders(answer, Object.keys(response.headers), where);
    if (method === 'HEAD') return;
    const mediaType = mediaTypeOf(answer);
    const expected = Object.keys(response.content ?? {});
    if (!expected.includes(mediaType) && !(expected.length === 0 && mediaType === '')) {
      throw new Error(`${where}: the Content-Type is "${mediaType}" and not "${expected.join('" or "')}"`);
    }
    const schema = response.content?.[mediaType]?.schema;
    if (mediaType === 'application/json' && schema) hold(await jsonOf(answer, where), schema, where);
  };
}

/** Returns a function that lists the violations of a schema of the document by a value. */
export function schemaCheck(document: OpenApiDocument, name: string): (value: unknown) => readonly string[] {
  const validate = validatorOf(document.components.schemas).compile({
    $ref: `${root}#/components/schemas/${name}`,
  });
  return (value) =>
    validate(value) ? [] : (validate.errors ?? []).map((error) => `${error.instancePath}: ${error.message}`);
}

function validatorOf(schemas: unknown): Ajv2020 {
  const ajv = new Ajv2020({ allErrors: true });
  formats.default(ajv);
  // ajv-formats does not have this format; the pattern beside it describes an address.
  ajv.addFormat('idn-email', true);
  ajv.addKeyword('components');
  return ajv.addSchema({ $id: root, components: { schemas } });
}

function mediaTypeOf(answer: Response): string {
  return (answer.headers.get('Content-Type') ?? '').replace(/;.*/s, '').trim();
}

/** Returns the body of a response, which the caller can still read. */
async function jsonOf(answer: Response, where: string): Promise<unknown> {
  const text = await answer.clone().text();
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${where}: the body is not JSON`);
  }
}

/** Returns the same schemas without additional properties. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]) => [name, closed(inner)]);
  const isObject = 'properties' in value && 'type' in value && value.type === 'object';
  return { ...Object.fromEntries(entries), ...(isObject && { additionalProperties: false }) };
}
