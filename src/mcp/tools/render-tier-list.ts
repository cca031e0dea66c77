import * as v from 'valibot';
import { defaulted, object, oneOf } from '../../api/wire/fields.ts';
import { parseRenderRequest } from '../../api/wire/parse-render-request.ts';
import { renderAnswerSchema } from '../../api/wire/render-answer.ts';
import { renderRequestSchemaFor } from '../../api/wire/render-request.ts';
import { defaults, imageFormats, pixelFormats, type ThemeName } from '../../model/vocabulary.ts';
import { inputSchema, outputSchema } from '../json-schemas.ts';
import { withTemplateHint } from './template-hint.ts';
import type { Tool } from './tool.ts';

/** Returns the schema of a render request whose image a model can see. */
function requestSchema(themes: readonly ThemeName[]) {
  return object({
    ...renderRequestSchemaFor(themes).entries,
    format: defaulted(
      oneOf(pixelFormats),
      defaults.format,
      'The format of the image. WebP is smaller: mostly 20 to 100 kB.',
    ),
  });
}

const { title, width, height, aspectRatio, imageUrl, cached, expiresAt, boardUrl, warnings } =
  renderAnswerSchema.entries;
const drawnSchema = v.object({
  title,
  width,
  height,
  aspectRatio,
  imageUrl: v.optional(imageUrl),
  cached: v.optional(cached),
  expiresAt: v.optional(expiresAt),
  boardUrl,
  warnings,
});

export const renderTierList: Tool = {
  name: 'render_tier_list',
  title: 'Draw a tier list',
  description:
    'Draws a tier list as an image and returns it. The simplest call writes the items into the tiers: ' +
    '{"title": "Teas", "tiers": [{"title": "S", "items": ["Assam", "🍵 Sencha"]}, {"title": "A", "items": ["Rooibos"]}]}. ' +
    'An item is a short text, one that begins with an emoji shows it large, or the http(s) address of a photo. ' +
    'For an official template give templateId and place its items by reference ("item_0"): see find_templates and ' +
    'get_template. Only what the tiers hold is drawn, 80 items at most. By default the image is WebP of 1080×1440 pixels.',
  isOpenWorld: true,
  input: (themes) => inputSchema(requestSchema(themes)),
  output: () => outputSchema(drawnSchema),
  async call({ args, host, signal }) {
    const parsed = await withTemplateHint(args['templateId'], host, async () =>
      parseRenderRequest(args, requestSchema(host.themes)),
    );
    const { bytes, format, facts } = await withTemplateHint(args['templateId'], host, () =>
      host.draw(parsed, signal),
    );
    if (bytes === undefined) {
      return { structured: facts, note: 'The image is too large for a result: open its address instead.' };
    }
    return { structured: facts, image: { bytes, mediaType: imageFormats[format].mediaType } };
  },
};
