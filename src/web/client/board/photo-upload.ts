import * as v from 'valibot';

const answerSchema = v.variant('success', [
  v.object({ success: v.literal(true), id: v.string(), deleteKey: v.optional(v.string()) }),
  v.object({ success: v.literal(false), message: v.string() }),
]);

/** A photo that the service has stored. */
export interface StoredPhoto {
  readonly id: string;
  /** Only for visitors. */
  readonly deleteKey?: string | undefined;
}

export interface UploadEvents {
  /** @param share of what has been sent, from 0 to 1 */
  readonly onProgress: (share: number) => void;
  /** The upload failed and is tried again after a while, or when the connection is back. */
  readonly onPause: () => void;
}

/** The service does not take a photo. */
export class PhotoRefused extends Error {
  /** Whether no more photos may be uploaded today. */
  readonly isQuota: boolean;

  constructor(message: string, isQuota: boolean) {
    super(message);
    this.isQuota = isQuota;
  }
}

/** A longer wait means that the quota of the day is used up. */
const maxWaitSeconds = 120;
const longestPauseSeconds = 30;

/** Uploads a photo, however often the connection breaks. @throws PhotoRefused */
export async function uploadPhoto(url: string, photo: Blob, events: UploadEvents): Promise<StoredPhoto> {
  for (let attempt = 0; ; attempt++) {
    const { status, retryAfter, answer } = await send(url, photo, events.onProgress);
    if (answer?.success) return answer;
    const isOver = status === 429 && retryAfter > maxWaitSeconds;
    if (isOver || (status >= 400 && status < 500 && status !== 408 && status !== 429))
      throw new PhotoRefused(answer?.message ?? '', isOver);
    events.onPause();
    await pause(retryAfter > 0 ? retryAfter : Math.min(2 ** attempt, longestPauseSeconds));
  }
}

/** Deletes a photo. @returns whether it is gone */
export async function deletePhoto(url: string, { id, deleteKey }: StoredPhoto): Promise<boolean> {
  const headers = deleteKey === undefined ? {} : { 'Delete-Key': deleteKey };
  const answer = await fetch(`${url}/${id}`, { method: 'DELETE', headers }).catch(() => undefined);
  return answer !== undefined && (answer.ok || answer.status === 404);
}

interface Answer {
  /** 0 without an answer. */
  readonly status: number;
  /** In seconds; 0: unknown. */
  readonly retryAfter: number;
  readonly answer?: v.InferOutput<typeof answerSchema>;
}

/** Sends one request. It is no `fetch`, which does not report progress. Never rejects. */
function send(url: string, photo: Blob, onProgress: UploadEvents['onProgress']): Promise<Answer> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('POST', url);
    request.setRequestHeader('Content-Type', photo.type);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
    request.onloadend = () => {
      const retryAfter = Number(request.getResponseHeader('Retry-After') ?? 0);
      const answer = answerOf(request.responseText);
      resolve({ status: request.status, retryAfter, ...(answer && { answer }) });
    };
    request.send(photo);
  });
}

function answerOf(text: string): Answer['answer'] {
  try {
    const result = v.safeParse(answerSchema, JSON.parse(text));
    return result.success ? result.output : undefined;
  } catch {
    return undefined;
  }
}

function pause(seconds: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      resolve();
    };
    const timer = setTimeout(end, seconds * 1000);
    window.addEventListener('online', end);
  });
}
