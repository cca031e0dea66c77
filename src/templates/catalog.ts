import type { Template, TemplateCatalog } from '../model/template.ts';

/** A template with the dates of its file, `YYYY-MM-DD`. */
export interface CatalogTemplate extends Template {
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface TemplateSet extends TemplateCatalog {
  /** By ascending id. */
  readonly all: readonly CatalogTemplate[];
  find(id: number): CatalogTemplate | undefined;
}

/** A set of templates with different ids. */
export function templateSet(templates: readonly CatalogTemplate[]): TemplateSet {
  const byId = new Map(templates.map((template) => [template.id, template]));
  return {
    all: [...templates].sort((a, b) => a.id - b.id),
    find: (id) => byId.get(id),
  };
}
