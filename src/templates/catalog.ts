import type { Template, TemplateCatalog } from '../model/template.ts';

/** A template with the dates of its file, `YYYY-MM-DD`. */
export interface CatalogTemplate extends Template {
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface TemplateSet extends TemplateCatalog {
  /** By ascending id. */
  readonly all: readonly CatalogTemplate[];
  /** All templates, the recommended ones first. */
  readonly recommended: readonly CatalogTemplate[];
  find(id: number): CatalogTemplate | undefined;
}

/**
 * Returns a set of templates with unique ids.
 *
 * @param order ids of the recommended templates; the others follow by id
 */
export function templateSet(
  templates: readonly CatalogTemplate[],
  order: readonly number[] = [],
): TemplateSet {
  const byId = new Map(templates.map((template) => [template.id, template]));
  const all = [...templates].sort((a, b) => a.id - b.id);
  return {
    all,
    recommended: [...new Set([...order.flatMap((id) => byId.get(id) ?? []), ...all])],
    find: (id) => byId.get(id),
  };
}

/** Returns the template with the id in an address, which must be a plain decimal number. */
export function findTemplate(
  id: string,
  { set }: { readonly set: TemplateSet },
): CatalogTemplate | undefined {
  return /^[1-9]\d{0,14}$/.test(id) ? set.find(Number(id)) : undefined;
}
