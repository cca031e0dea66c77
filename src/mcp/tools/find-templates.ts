import { templatePage } from '../../api/endpoints/templates/list-templates.ts';
import { parseQuery } from '../../api/wire/parse-body.ts';
import { templatesQuerySchema } from '../../api/wire/templates.ts';
import { asQuery, outputSchema, querySchema } from '../json-schemas.ts';
import { briefFacts, templatePageSchema, templatePortsOf } from './template-facts.ts';
import type { Tool } from './tool.ts';

export const findTemplates: Tool = {
  name: 'find_templates',
  title: 'Find templates of tier lists',
  description:
    'Searches and lists the official templates, which are sets of tiers and items such as films or dishes. ' +
    'get_template reads the items of one.',
  isOpenWorld: false,
  input: () => querySchema(templatesQuerySchema),
  output: () => outputSchema(templatePageSchema),
  async call({ args, host }) {
    const query = parseQuery(templatesQuerySchema, asQuery(args));
    const { templates, page, limit, total } = await templatePage(query, await templatePortsOf(host));
    const brief = templates.map((template) => briefFacts(template, host));
    return { structured: { templates: brief, page, limit, total } };
  },
};
