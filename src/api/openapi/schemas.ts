import {
  type ConversionConfig,
  type JsonSchema,
  toJsonSchema,
  toJsonSchemaDefs,
} from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { alternatives } from '../../model/alternatives.ts';
import { limits } from '../../model/limits.ts';
import { photoFormats } from '../../model/photo.ts';
import type { ThemeName } from '../../model/vocabulary.ts';
import * as accounts from '../wire/accounts.ts';
import { errorAnswerSchema } from '../wire/error-answer.ts';
import { listOf } from '../wire/fields.ts';
import { placedItem, poolItem, textItem, urlItem } from '../wire/item.ts';
import * as keys from '../wire/keys.ts';
import { renderAnswerSchema } from '../wire/render-answer.ts';
import {
  renderRequestSchema,
  renderRequestSchemaFor,
  tierSchema,
  trackSchema,
} from '../wire/render-request.ts';
import { serviceAnswerSchema } from '../wire/service-answer.ts';
import * as templates from '../wire/templates.ts';

/** What is sent to the service, under the names that readers of the document see. */
export const requestSchemas = {
  RenderRequest: renderRequestSchema,
  Tier: tierSchema,
  Track: trackSchema,
  PoolItem: poolItem,
  PlacedItem: placedItem,
  TextItem: textItem,
  PictureItem: urlItem,
  Login: accounts.loginSchema,
  PasswordChange: accounts.passwordChangeSchema,
  NewUser: accounts.newUserSchema,
  UserChange: accounts.userChangeSchema,
  NewKey: keys.newKeySchema,
  KeyChange: keys.keyChangeSchema,
} satisfies Record<string, v.GenericSchema>;

/** What comes back. */
const answerSchemas = {
  Error: errorAnswerSchema,
  Done: accounts.okAnswerSchema,
  RenderAnswer: renderAnswerSchema,
  ServiceAnswer: serviceAnswerSchema,
  TemplatesAnswer: templates.templatesAnswerSchema,
  TemplateAnswer: templates.templateAnswerSchema,
  CategoriesAnswer: templates.categoriesAnswerSchema,
  ListedTemplate: templates.listedTemplateSchema,
  TemplateCategory: templates.templateCategorySchema,
  TemplateTrack: templates.templateTrackSchema,
  TemplateItem: templates.templateItemSchema,
  Category: templates.listedCategorySchema,
  SessionAnswer: accounts.sessionAnswerSchema,
  EndedAnswer: accounts.endedAnswerSchema,
  UserAnswer: accounts.userAnswerSchema,
  UsersAnswer: accounts.usersAnswerSchema,
  PasswordLinkAnswer: accounts.passwordLinkAnswerSchema,
  KeysAnswer: keys.keysAnswerSchema,
  NewKeyAnswer: keys.keyCreatedSchema,
  KeyAnswer: keys.keyAnswerSchema,
  User: accounts.userSchema,
  ListedUser: accounts.listedUserSchema,
  PasswordLink: accounts.passwordLinkSchema,
  Key: keys.keySchema,
  Plan: keys.planSchema,
  Limits: keys.limitsSchema,
  Usage: keys.usageSchema,
} satisfies Record<string, v.GenericSchema>;

export type RequestSchemaName = keyof typeof requestSchemas;
export type AnswerSchemaName = keyof typeof answerSchemas;

/** For those that the wire schemas themselves don't describe. */
const descriptions: Readonly<Partial<Record<RequestSchemaName | AnswerSchemaName, string>>> = {
  RenderRequest: 'What the picture shows and how it looks. Unknown fields are ignored, with a warning.',
  Tier: 'A row of the picture.',
  Track: 'The colour of the tiers with a title.',
  PoolItem: 'An entry of the pool: a plain text is a text tile.',
  PlacedItem:
    'Template mode: a reference such as `item_3`. Custom mode: a zero-based index into `items`. Inline mode: the item ' +
    'itself, as a text, as the address of a picture, or as an object.',
  TextItem: 'A text tile.',
  PictureItem: `A picture from the web: ${alternatives(Object.values(photoFormats).map(({ name }) => name))}, at most ${limits.pictureBytes / 1024 ** 2} MB.`,
  Login: 'Who wants to log in.',
  PasswordChange:
    'The new password, with either the current one (and a session) or the token of a one-time link.',
  NewUser: 'An account to be made.',
  UserChange: 'What is to be changed; what is left out stays as it is.',
  NewKey: 'A key to be made.',
  KeyChange: 'What is to be changed of a key.',
  Error: 'Why there is no success.',
  Done: 'It is done; there is nothing more to say.',
  RenderAnswer: 'Where the finished picture is.',
  ServiceAnswer: 'What this service can do.',
  TemplatesAnswer: 'One page of templates.',
  TemplateAnswer: 'A template, with its tiers and items.',
  CategoriesAnswer: 'The categories of templates.',
  SessionAnswer: 'Who is logged in.',
  EndedAnswer: 'How many other sessions there were.',
  UserAnswer: 'The account as it is now.',
  UsersAnswer: 'One page of the accounts.',
  PasswordLinkAnswer: 'A one-time link to set a password.',
  KeysAnswer: 'The keys of the account, and what it may use and has used.',
  NewKeyAnswer: 'A new key, with the key itself.',
  KeyAnswer: 'The key as it is now.',
};

/** The schemas of all bodies by name, as JSON Schema (2020-12) that OpenAPI 3.1 takes as it is. */
export function componentSchemas(themes: readonly ThemeName[]): Record<string, JsonSchema> {
  const schemas: Record<string, JsonSchema> = {
    ...toJsonSchemaDefs(
      { ...requestSchemas, RenderRequest: renderRequestSchemaFor(themes) },
      { ...conversion, typeMode: 'input' },
    ),
    ...toJsonSchemaDefs(answerSchemas, { ...conversion, typeMode: 'output' }),
  };
  const described = (name: string): JsonSchema => ({
    ...('description' in (schemas[name] ?? {}) ? {} : { description: descriptionOf(name) }),
    ...schemas[name],
  });
  return Object.fromEntries(Object.keys(schemas).map((name) => [name, described(name)]));
}

/** The schema of one parameter, as what its text stands for. */
export function parameterSchema(schema: v.GenericSchema): JsonSchema {
  const { $schema: _, ...json } = toJsonSchema(schema, { ...conversion, typeMode: 'output' });
  // The schema reads texts, so its default is one.
  return json.type === 'integer' && json.default !== undefined
    ? { ...json, default: Number(json.default) }
    : json;
}

export function referenceTo(name: RequestSchemaName | AnswerSchemaName): { $ref: string } {
  return { $ref: `#/components/schemas/${name}` };
}

function descriptionOf(name: string): string {
  return Object.entries(descriptions).find(([key]) => key === name)?.[1] ?? '';
}

const nameOfRequestSchema = new Map<unknown, string>(
  Object.entries(requestSchemas).map(([name, schema]) => [schema, name]),
);

const conversion = {
  target: 'draft-2020-12',
  // What only code can say stands in the descriptions.
  ignoreActions: ['check'],
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
  overrideAction: ({ valibotAction, jsonSchema }) => {
    if (valibotAction.type === 'metadata' && listOf in jsonSchema) return listSchema(jsonSchema);
    return valibotAction.type === 'safe_integer' ? withoutSafeBounds(jsonSchema) : undefined;
  },
} satisfies ConversionConfig;

function listSchema({ [listOf]: item, ...jsonSchema }: JsonSchema & { [listOf]?: unknown }): JsonSchema {
  const name = nameOfRequestSchema.get(item);
  if (name === undefined) throw new Error('the entries of a list need a schema with a name');
  return { ...jsonSchema, items: { $ref: `#/components/schemas/${name}` } };
}

/** Where whole numbers stop being exact is nothing that a reader has to know. */
function withoutSafeBounds({ minimum, maximum, ...rest }: JsonSchema): JsonSchema {
  return {
    ...rest,
    ...(minimum !== Number.MIN_SAFE_INTEGER && { minimum }),
    ...(maximum !== Number.MAX_SAFE_INTEGER && { maximum }),
  };
}
