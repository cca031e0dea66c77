/**
 * Returns TypeScript that declares each of these JSON schemas as a type of its name.
 *
 * @param {Record<string, object>} schemas
 * @param {(name: string) => boolean} isInput whether callers write the values. Then constants fit, and so do fields that
 *   are explicitly undefined.
 */
export function declareTypes(schemas, isInput) {
  return Object.entries(schemas)
    .map(([name, schema]) => `${docsOf(schema)}export type ${name} = ${typeOf(schema, isInput(name))};\n`)
    .join('\n');
}

/** Returns the names of the schemas that a value refers to, directly or through others. */
export function namesWithin(value, schemas, found = new Set()) {
  JSON.stringify(value, (key, entry) => {
    if (key === '$ref' && !found.has(nameOf(entry))) {
      found.add(nameOf(entry));
      namesWithin(schemas[nameOf(entry)], schemas, found);
    }
    return entry;
  });
  return found;
}

function typeOf(schema, isInput, indent = '') {
  const inner = (entry) => typeOf(entry, isInput, indent);
  const readonly = isInput ? 'readonly ' : '';
  if (schema.$ref) return nameOf(schema.$ref);
  if (Object.keys(schema).length === 0) return 'unknown';
  if ('const' in schema) return literal(schema.const);
  // `string & {}` allows other words without hiding the known ones from editors.
  if (schema.enum)
    return [...schema.enum.map(literal), ...(schema.isOpen ? ['(string & {})'] : [])].join(' | ');
  switch (schema.type) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return schema.type;
    case 'integer':
      return 'number';
    case 'array':
      return `${readonly}${isUnion(schema.items) ? `(${inner(schema.items)})` : inner(schema.items)}[]`;
    case 'object':
      return schema.properties
        ? fieldsOf(schema, isInput, indent)
        : `{ ${readonly}[name: string]: ${inner(schema.additionalProperties)} }`;
  }
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (!alternatives) throw new Error(`No type is known for ${JSON.stringify(schema)}`);
  return [...new Set(alternatives.map(inner))].join(' | ');
}

function fieldsOf({ properties, required }, isInput, indent) {
  const within = `${indent}  `;
  const fields = Object.entries(properties).map(([name, schema]) => {
    const isRequired = required.includes(name);
    const type = typeOf(schema, isInput, within) + (isInput && !isRequired ? ' | undefined' : '');
    return `${docsOf(schema, within)}${within}${isInput ? 'readonly ' : ''}${name}${isRequired ? '' : '?'}: ${type};\n`;
  });
  return `{\n${fields.join('')}${indent}}`;
}

function docsOf({ description, default: value }, indent = '') {
  const lines = [description, value !== undefined && `@default ${literal(value)}`].filter(Boolean);
  if (lines.length === 0) return '';
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}\n`).join('')}${indent} */\n`;
}

const isUnion = ({ enum: words, anyOf, oneOf }) => Boolean(words ?? anyOf ?? oneOf);
const nameOf = (reference) => reference.split('/').at(-1);
const literal = (value) =>
  typeof value === 'string' ? `'${value.replace(/['\\]/g, '\\$&')}'` : JSON.stringify(value);
