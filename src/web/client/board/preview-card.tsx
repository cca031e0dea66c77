import { useState } from 'preact/hooks';
import type { BoardData } from '../../tier/board-data.ts';
import type { Draw, Outcome } from './pictures.ts';
import type { BoardRequest } from './request.ts';
import type { Say } from './say.ts';
import type { Preview } from './use-preview.ts';

/** The picture as the service draws it, and what can be done with it. */
export function PreviewCard(props: {
  readonly data: BoardData;
  readonly request: BoardRequest | undefined;
  readonly preview: Preview;
  readonly again: () => void;
  readonly draw: Draw;
  readonly tell: (text: string) => void;
  readonly fileName: string;
  readonly say: Say;
}) {
  const { data, request, preview, again, draw, tell, fileName, say } = props;
  const [busy, setBusy] = useState(false);
  const { picture } = preview;
  const { root } = data.addresses;
  const drawnIn = async (format: 'webp' | 'png'): Promise<string> => {
    if (request === undefined) throw new Error(say('previewNone'));
    const outcome = await draw(format === 'webp' ? request : inPng(request));
    if (outcome.kind === 'drawn') return `${root}${outcome.picture.imagePath}`;
    throw new Error(reasonOf(outcome, say));
  };
  const doing = (task: () => Promise<string>) => async () => {
    setBusy(true);
    try {
      tell(await task());
    } catch (error) {
      tell(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };
  const download = (format: 'webp' | 'png') =>
    doing(async () => {
      const link = document.createElement('a');
      link.href = await drawnIn(format);
      link.download = `${fileName}.${format}`;
      link.click();
      return '';
    });
  const copyPicture = doing(async () => {
    // Browsers copy PNG alone, and want to be told of it while the click lasts.
    const bytes = drawnIn('png').then(async (path) => (await fetch(path)).blob());
    try {
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': bytes })]);
    } catch {
      await bytes;
      throw new Error(say('notCopied'));
    }
    return say('copied');
  });
  const copyAddress = doing(async () => {
    await navigator.clipboard.writeText(picture?.imageUrl ?? '');
    return say('copied');
  });
  const isOff = request === undefined || busy;
  const status = statusOf(preview, say);
  const ratio = data.ratios.find(({ value }) => value === request?.aspectRatio) ?? data.ratios[0];
  return (
    <section class="card preview" aria-labelledby="preview-heading">
      <h2 id="preview-heading">{say('picture')}</h2>
      <div
        class={`preview-frame ${preview.state}`}
        style={{ aspectRatio: ratio && `${ratio.width} / ${ratio.height}` }}
        aria-busy={preview.state === 'drawing'}
      >
        {picture && request && (
          <img
            class="preview-picture"
            src={`${root}${picture.imagePath}`}
            width={picture.width}
            height={picture.height}
            alt={say('preview')}
          />
        )}
        {status !== '' && <p class="preview-status">{status}</p>}
      </div>
      {(preview.state === 'failed' || preview.state === 'spent') && (
        <button type="button" class="quiet" onClick={again}>
          {say('tryAgain')}
        </button>
      )}
      {picture?.warnings?.map((warning) => (
        <p key={warning} class="quiet warning" lang="en">
          {warning}
        </p>
      ))}
      <div class="actions">
        <button type="button" disabled={isOff} onClick={download('webp')}>
          {say('download', { format: 'WebP' })}
        </button>
        <button type="button" class="quiet" disabled={isOff} onClick={download('png')}>
          {say('download', { format: 'PNG' })}
        </button>
        {'clipboard' in navigator && (
          <>
            <button type="button" class="quiet" disabled={isOff} onClick={copyPicture}>
              {say('copyPicture')}
            </button>
            <button
              type="button"
              class="quiet"
              disabled={isOff || preview.state !== 'shown'}
              onClick={copyAddress}
            >
              {say('copyAddress')}
            </button>
          </>
        )}
      </div>
      {preview.state === 'shown' && picture && (
        <p class="quiet small">
          {say('openUntil', { date: new Date(picture.expiresAt).toLocaleDateString(data.locale) })}
        </p>
      )}
    </section>
  );
}

function inPng(request: BoardRequest): BoardRequest {
  return { ...request, format: 'png' };
}

function reasonOf(outcome: Exclude<Outcome, { kind: 'drawn' }>, say: Say): string {
  if (outcome.kind === 'tooMany') return say('previewWaiting', { seconds: outcome.seconds });
  return say('previewFailed', { reason: outcome.reason });
}

function statusOf({ state, seconds = 0, reason = '' }: Preview, say: Say): string {
  switch (state) {
    case 'none':
      return say('previewNone');
    case 'drawing':
      return say('previewDrawing');
    case 'waiting':
      return say('previewWaiting', { seconds });
    case 'spent':
      return say('previewSpent');
    case 'failed':
      return say('previewFailed', { reason });
    case 'shown':
      return '';
  }
}
