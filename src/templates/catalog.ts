import type { Template, TemplateCatalog } from '../model/template.ts';

/** A template with the dates of its file, `YYYY-MM-DD`. */
export interface CatalogTemplate extends Template {
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface TemplateSet extends TemplateCatalog {
  readonly ids: readonly number[];
  /** By ascending id. */
  readonly all: readonly CatalogTemplate[];
  /** All templates, the recommended ones first. */
  readonly recommended: readonly CatalogTemplate[];
  find(id: number): CatalogTemplate | undefined;
}

/** A template whose file is valid. It may be parsed at its first use. */
export interface LoadedTemplate {
  readonly id: number;
  /** Returns the same object each time. */
  readonly get: () => CatalogTemplate;
}

/**
 * Returns a set of templates with unique ids.
 *
 * @param order ids of the recommended templates; the others follow by id
 */
export function templateSet(
  templates: readonly LoadedTemplate[],
  order: readonly number[] = [],
): TemplateSet {
  const byId = new Map(templates.map((template) => [template.id, template.get]));
  let all: readonly CatalogTemplate[] | undefined;
  let recommended: readonly CatalogTemplate[] | undefined;
  return {
    ids: [...byId.keys()],
    get all() {
      all ??= templates.map(({ get }) => get()).sort((a, b) => a.id - b.id);
      return all;
    },
    get recommended() {
      recommended ??= [...new Set([...order.flatMap((id) => byId.get(id)?.() ?? []), ...this.all])];
      return recommended;
    },
    find: (id) => byId.get(id)?.(),
  };
}

/** Returns the template with the id in an address, which must be a plain decimal number. */
export function findTemplate(
  id: string,
  { set }: { readonly set: TemplateSet },
): CatalogTemplate | undefined {
  return /^[1-9]\d{0,14}$/.test(id) ? set.find(Number(id)) : undefined;
}
