import sax from 'sax';
import { ArtProblem } from './art-problem.ts';

export type Attributes = ReadonlyMap<string, string>;

export interface OpeningTag {
  readonly kind: 'open';
  readonly name: string;
  readonly attributes: Attributes;
}

/** An empty element such as `<path/>` opens and closes. */
export type SvgTag = OpeningTag | { readonly kind: 'close' };

/** Elements that may hold text, which is not drawn. */
export const descriptive: readonly string[] = ['title', 'desc'];

/** Only the five entities of XML itself: an HTML entity makes an SVG file malformed. */
const options: sax.SAXOptions & { readonly strictEntities: true } = { strictEntities: true };

/**
 * Reads the tags of an SVG file in document order. Refuses document types, processing instructions, CDATA, and text
 * outside `<title>` and `<desc>`.
 *
 * @throws ArtProblem
 */
export function svgTags(text: string): SvgTag[] {
  const tags: SvgTag[] = [];
  const open: string[] = [];
  let attributes = new Map<string, string>();
  const parser = sax.parser(true, { ...options });
  const refuse = (what = 'is not a plain SVG drawing', cause?: unknown) => {
    throw new ArtProblem(`${what}, at line ${parser.line + 1}`, { cause });
  };
  parser.onopentagstart = ({ name }) => {
    if (tags.length > 0 && open.length === 0) refuse();
    attributes = new Map();
    tags.push({ kind: 'open', name, attributes });
    open.push(name);
  };
  parser.onattribute = ({ name, value }) => attributes.set(name, value);
  parser.onclosetag = () => {
    tags.push({ kind: 'close' });
    open.pop();
  };
  parser.ontext = (content) => {
    if (content.trim() !== '' && !descriptive.includes(open.at(-1) ?? '')) refuse();
  };
  parser.onprocessinginstruction = ({ name }) => {
    if (name !== 'xml' || tags.length > 0) refuse();
  };
  parser.ondoctype = parser.onsgmldeclaration = parser.onopencdata = () => refuse();
  parser.onerror = (error) => {
    const isStrayClosingTag = /^Un(?:expected|matched) clos/u.test(error.message);
    const tag = text.slice(parser.startTagPosition - 1, parser.position);
    refuse(isStrayClosingTag ? `${tag} closes nothing` : undefined, error);
  };
  try {
    parser.write(text);
    if (open.length > 0) throw new ArtProblem(`<${open.at(-1)}> is not closed`);
    parser.close();
  } catch (error) {
    if (error instanceof ArtProblem) throw error;
    // The parser itself fails at an attribute named `hasOwnProperty`.
    refuse(undefined, error);
  }
  return tags;
}
