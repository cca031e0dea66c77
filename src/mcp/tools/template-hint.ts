import { Failure } from '../../model/failure.ts';
import { defaults } from '../../model/vocabulary.ts';
import type { ToolHost } from '../tool-host.ts';

/**
 * Adds to the failure of a call with an unknown template what the model probably means: the template with the most similar
 * name, for an id that is a name.
 */
export async function withTemplateHint<T>(id: unknown, host: ToolHost, task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const hint = await hintFor(id, error, host);
    throw hint === '' ? error : new Failure(error.code, `${error.message}; ${hint}`, { cause: error });
  }
}

async function hintFor(id: unknown, { code }: Failure, host: ToolHost): Promise<string> {
  if (typeof id === 'string' && /\D/.test(id) && code === 'invalidRequest') return nearestTemplate(id, host);
  return code === 'notFound' ? 'find_templates finds the ids' : '';
}

async function nearestTemplate(name: string, host: ToolHost): Promise<string> {
  const templates = await host.templates();
  const { locale } = defaults;
  const [nearest] = await templates.list({ words: name.slice(0, 200), locale }, host.templateRenders);
  return nearest === undefined
    ? 'find_templates finds the ids'
    : `did you mean ${nearest.id}, "${nearest.title[locale]}"?`;
}
