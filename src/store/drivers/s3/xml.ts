import sax from 'sax';

/** An object of a listing. */
interface ListedObject {
  readonly key: string;
  readonly bytes: number;
}

/** A page of a listing. */
export interface ListedPage {
  readonly objects: readonly ListedObject[];
  /** Asks for the next page; undefined on the last. */
  readonly next: string | undefined;
}

/** Reads the answer of ListObjectsV2 whose keys are URL-encoded. @throws Error when it is not such an answer */
export function readListing(xml: string): ListedPage {
  const objects: ListedObject[] = [];
  let [isListing, isTruncated] = [false, false];
  let next: string | undefined;
  let [key, size] = ['', ''];
  readTexts(xml, (path, text) => {
    if (path[0] !== 'ListBucketResult') return;
    isListing = true;
    const name = path.slice(1).join(' ');
    if (name === 'IsTruncated') isTruncated = text === 'true';
    else if (name === 'NextContinuationToken') next = text;
    else if (name === 'Contents Key') key = decodeURIComponent(text.replaceAll('+', ' '));
    else if (name === 'Contents Size') size = text;
    else if (name === 'Contents') {
      objects.push({ key, bytes: Number(size) || 0 });
      [key, size] = ['', ''];
    }
  });
  if (!isListing || (isTruncated && !next)) throw new Error('S3 has sent no listing');
  return { objects, next: isTruncated ? next : undefined };
}

/** Returns the code of an S3 error, such as `SlowDown`; undefined for a text that is none. */
export function readErrorCode(xml: string): string | undefined {
  let code: string | undefined;
  try {
    readTexts(xml, (path, text) => {
      if (path.join(' ') === 'Error Code' && /^\w{1,60}$/.test(text)) code = text;
    });
  } catch {
    // A proxy may answer with HTML.
  }
  return code;
}

/** Calls `onText` at the end of each element with the names from the root to it, and with its own text. */
function readTexts(xml: string, onText: (path: readonly string[], text: string) => void): void {
  const parser = sax.parser(true, {});
  const path: string[] = [];
  let text = '';
  parser.onerror = (error) => {
    throw error;
  };
  parser.onopentag = ({ name }) => {
    path.push(name);
    text = '';
  };
  parser.ontext = (part) => {
    text += part;
  };
  parser.onclosetag = () => {
    onText(path, text.trim());
    path.pop();
    text = '';
  };
  parser.write(xml).close();
}
