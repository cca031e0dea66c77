import * as v from 'valibot';
import type { TemplatePorts } from '../../api/endpoints/templates/template-bodies.ts';
import {
  type ListedTemplateBody,
  type TemplateAnswerBody,
  templateAnswerSchema,
  templatesAnswerSchema,
} from '../../api/wire/templates.ts';
import type { ToolHost } from '../tool-host.ts';

/* What a model reads about templates: the API's fields without dates, counts and previews. */

const { id, title, description, category, itemCount, url, tags, locale, tracks } =
  templateAnswerSchema.entries;
const { page, limit, total } = templatesAnswerSchema.entries;
const brief = { id, title, description, category, itemCount, url: v.optional(url) };

export const templatePageSchema = v.object({ templates: v.array(v.object(brief)), page, limit, total });

export const templateFactsSchema = v.object({
  ...brief,
  tags,
  locale,
  tracks,
  items: v.pipe(
    v.record(v.string(), v.string()),
    v.description('The labels of its items, by the references that tiers use: `item_0`, `item_1`, …'),
  ),
});

/** Returns what the API's bodies are made from. Without a service their addresses are meaningless, and left out below. */
export async function templatePortsOf(host: ToolHost): Promise<TemplatePorts> {
  const { templateRenders, baseUrl = () => '' } = host;
  return { templates: await host.templates(), templateRenders, baseUrl };
}

export function briefFacts(
  { id, title, description, category, itemCount, url }: ListedTemplateBody | TemplateAnswerBody,
  { baseUrl }: ToolHost,
): v.InferOutput<typeof templatePageSchema>['templates'][number] {
  return { id, title, description, ...(category && { category }), itemCount, ...(baseUrl && { url }) };
}

export function templateFacts(
  body: TemplateAnswerBody,
  host: ToolHost,
): v.InferOutput<typeof templateFactsSchema> {
  const { tags, locale, tracks, itemIndexMap } = body;
  const labels = Object.entries(itemIndexMap).map(([reference, { label }]) => [reference, label]);
  return { ...briefFacts(body, host), tags, locale, tracks, items: Object.fromEntries(labels) };
}
