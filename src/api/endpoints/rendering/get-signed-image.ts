import { LRUCache } from 'lru-cache';
import { Failure, invalid } from '../../../model/failure.ts';
import type { RenderRequest } from '../../../model/request.ts';
import type { SignedImage } from '../../../model/signed-address.ts';
import { formatOfExtension, imageFormats, type ThemeName } from '../../../model/vocabulary.ts';
import type { RenderCall } from '../../../render/render.ts';
import type { Accounts, Identity } from '../../../store/ports.ts';
import type { TemplateSet } from '../../../templates/catalog.ts';
import { trackTitlesOf } from '../../../templates/track-titles.ts';
import { RequestDeadline } from '../../http/request-deadline.ts';
import type { RecordUse } from '../../middleware/authenticate.ts';
import { readBoardLink } from '../../wire/board-link.ts';
import { renderRequestSchemaFor } from '../../wire/render-request.ts';
import { isSignedWith } from '../../wire/signed-address.ts';
import { defineEndpoint } from '../define-endpoint.ts';
import { type ImagePorts, isGone, sendStored } from './get-image.ts';

export interface SignedImagePorts extends ImagePorts {
  readonly accounts: Pick<Accounts, 'identityOf'>;
  readonly signingSecretOf: (keyId: string) => string;
  /** Returns the file name of the image of a request, which is drawn unless it is stored. */
  readonly renderKept: (call: RenderCall) => Promise<string>;
  readonly recordUse: RecordUse;
  readonly templates: { readonly set: TemplateSet };
  readonly themes: readonly ThemeName[];
  /** The time limit of a request, in milliseconds. */
  readonly renderWithinMs: number;
}

const maxAgeSeconds = 3600;
const headers = ['ETag', 'Cache-Control', 'X-Content-Type-Options', 'Accept-Ranges'] as const;
const content = Object.fromEntries(Object.values(imageFormats).map(({ mediaType }) => [mediaType, {}]));

export const getSignedImage = defineEndpoint({
  method: 'GET',
  path: '/i/:file',
  auth: 'none',
  isFrequent: true,
  docs: {
    name: 'getSignedImage',
    tag: 'Rendering',
    summary: 'Fetch the image of a signed address',
    description:
      'Answers with the image itself, so the address can stand wherever an image can. It is drawn at the first request ' +
      'and charged to the account of the key then; while it is stored, nothing is charged. The address ends with its key.\n\n' +
      '`k` is the id of a key. `s` signs the address before it: the first 32 characters of the base64url of the ' +
      'HMAC-SHA-256, with the signing secret of the key, of the path and the query up to `&s=`. The query is `k` and, for twice the ' +
      'pixels, `&scale=2`. `POST /api/v1/sign` makes such addresses.',
    head: { name: 'checkSignedImage', summary: 'Check a signed address; draws its image, too' },
  },
  params: {
    file: {
      description: 'A board as in the address of its page, with `.webp`, `.png` or `.svg`.',
      example: '0eyJwIjoiVGVhIiwiciI6WzFdfQ.webp',
    },
  },
  answers: {
    200: { description: 'The image.', headers, content },
    206: { description: 'The requested part.', headers: [...headers, 'Content-Range'], content },
    304: { description: 'The client has the image.', headers },
    400: 'The board is not valid, or one of its photos cannot be loaded.',
    401: 'The key is unknown or revoked, or its account is disabled.',
    403: 'The signature is not that of this address.',
    404: 'This is no address of an image, or there is no such template.',
    416: 'The range lies outside the image.',
    429: 'The quota of the account is used up, or too many requests have failed.',
    503: 'There is no capacity at the moment. Nothing is charged.',
  },
  handle: (ports: SignedImagePorts) => {
    const read = requestReader(ports);
    return async ({ ctx, params }) => {
      const { image, signature } = parseAddress(params.file, ctx.query);
      const caller = await identify(image, signature, ports);
      ports.recordUse(caller);
      const request = read(image);
      const deadline = new RequestDeadline(ctx, ports.renderWithinMs);
      const send = async () => {
        const file = await ports.renderKept({ request, caller, deadline });
        await sendStored(ctx, file, ports, `public, max-age=${maxAgeSeconds}`);
      };
      try {
        // An image that turns out to be gone is forgotten, and drawn again.
        await send().catch((error: unknown) => (isGone(error) ? send() : Promise.reject(error)));
      } finally {
        deadline.end();
      }
    };
  },
});

/** @throws Failure notFound for what has not the form of an address, invalidRequest for wrong parameters */
function parseAddress(
  file: string,
  { k, s, scale }: Readonly<Record<string, string | string[] | undefined>>,
): { readonly image: SignedImage; readonly signature: string } {
  const [, b = '', extension = ''] = /^([\w-]+)\.([a-z]+)$/.exec(file) ?? [];
  const format = formatOfExtension(extension);
  if (format === undefined) throw new Failure('notFound', 'There is nothing at this address');
  if (typeof k !== 'string') throw new Failure('unauthorized', 'k: the id of a key is required, once');
  if (typeof s !== 'string') throw new Failure('forbidden', 's: a signature is required, once');
  if (scale !== undefined && scale !== '2') throw invalid('scale', 'must be 2 or absent');
  return { image: { b, format, scale: scale === '2' ? 2 : 1, keyId: k }, signature: s };
}

/** @throws Failure unauthorized, forbidden */
async function identify(
  image: SignedImage,
  signature: string,
  { accounts, signingSecretOf }: SignedImagePorts,
): Promise<Identity> {
  const caller = await accounts.identityOf(image.keyId);
  if (caller === undefined) throw new Failure('unauthorized', 'k: the key is not valid');
  if (isSignedWith(signature, image, signingSecretOf(image.keyId))) return caller;
  throw new Failure('forbidden', 's: the signature is not that of this address');
}

/** Characters of the addresses whose requests are remembered. They take about five times as many bytes of memory. */
const rememberedCharacters = 4 * 1024 * 1024;

/** Returns a function that reads the request of an address. The same address returns the same object, until templates change. */
function requestReader({ templates, themes }: SignedImagePorts) {
  const schema = renderRequestSchemaFor(themes);
  let { set } = templates;
  const known = new LRUCache<string, RenderRequest>({
    maxSize: rememberedCharacters,
    sizeCalculation: (_, key) => key.length,
  });
  return ({ b, format, scale }: SignedImage): RenderRequest => {
    if (set !== templates.set) known.clear();
    set = templates.set;
    const key = `${format} ${scale} ${b}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const board = readBoardLink(b, trackTitlesOf(templates), schema);
    const request = { ...board, format, scale };
    known.set(key, request);
    return request;
  };
}
