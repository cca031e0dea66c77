import * as v from 'valibot';
import { templateWithId } from '../../api/endpoints/templates/get-template.ts';
import { parseQuery } from '../../api/wire/parse-body.ts';
import { localeQuerySchema, templateAnswerSchema } from '../../api/wire/templates.ts';
import { invalid } from '../../model/failure.ts';
import { asQuery, inputSchema, outputSchema, querySchema } from '../json-schemas.ts';
import { templateFacts, templateFactsSchema, templatePortsOf } from './template-facts.ts';
import { withTemplateHint } from './template-hint.ts';
import type { Tool } from './tool.ts';

const idSchema = inputSchema(v.object({ id: templateAnswerSchema.entries.id }));

export const getTemplate: Tool = {
  name: 'get_template',
  title: 'Read a template',
  description:
    'Reads a template: its tiers, and its items by the references that render_tier_list takes. ' +
    'The id "custom" is a blank template with the usual tiers.',
  isOpenWorld: false,
  input() {
    const query = querySchema(localeQuerySchema);
    return { ...query, properties: { ...idSchema.properties, ...query.properties }, required: ['id'] };
  },
  output: () => outputSchema(templateFactsSchema),
  call: ({ args: { id, ...args }, host }) =>
    withTemplateHint(id, host, async () => {
      const { locale } = parseQuery(localeQuerySchema, asQuery(args));
      if (typeof id !== 'string' && typeof id !== 'number') {
        throw invalid('id', id === undefined ? 'is required' : 'must be a whole number or "custom"');
      }
      const body = templateWithId(String(id), locale, await templatePortsOf(host));
      return { structured: templateFacts(body, host) };
    }),
};
