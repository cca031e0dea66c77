import { useState } from 'preact/hooks';
import type { BoardData } from '../../tier/board-data.ts';
import { type Told, toldFailure, toldWait } from './failures.ts';
import type { Draw } from './photos.ts';
import type { BoardRequest } from './request.ts';
import type { Say } from './say.ts';
import type { Board, Setting } from './state.ts';
import type { Preview } from './use-preview.ts';
import { toldWarning } from './warnings.ts';

/** The picture as the service draws it, and what can be done with it. */
export function PreviewCard(props: {
  readonly data: BoardData;
  readonly board: Board;
  readonly setting: Setting;
  readonly request: BoardRequest | undefined;
  readonly preview: Preview;
  readonly again: () => void;
  readonly draw: Draw;
  readonly tell: (text: string) => void;
  readonly fileName: string;
  readonly say: Say;
}) {
  const { data, board, setting, request, preview, again, draw, tell, fileName, say } = props;
  const [busy, setBusy] = useState(false);
  const { picture } = preview;
  const { root } = data.addresses;
  const [problem, setProblem] = useState<Told>();
  const drawnIn = async (format: 'webp' | 'png'): Promise<string> => {
    if (request === undefined) throw new Untaken({ text: say('previewNone') });
    const outcome = await draw(format === 'webp' ? request : inPng(request));
    if (outcome.kind === 'drawn') return `${root}${outcome.picture.imagePath}`;
    throw new Untaken(
      outcome.kind === 'later'
        ? toldWait(outcome.code, outcome.seconds, say)
        : toldFailure(outcome.failure, say),
    );
  };
  const doing = (task: () => Promise<string>) => async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      tell(await task());
    } catch (error) {
      setProblem(error instanceof Untaken ? error.told : { text: say('notCopied') });
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
    } catch (error) {
      await bytes;
      throw error;
    }
    return say('copied');
  });
  const copyAddress = doing(async () => {
    await navigator.clipboard.writeText(picture?.imageUrl ?? '');
    return say('copied');
  });
  const isOff = request === undefined || busy;
  const status = statusOf(preview, data.isLoggedIn, say);
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
        {status && (
          <p class="preview-status">
            <Telling told={status} />
          </p>
        )}
      </div>
      {(preview.state === 'failed' || preview.state === 'spent') && (
        <button type="button" class="quiet again" onClick={again}>
          {say('tryAgain')}
        </button>
      )}
      {preview.state === 'shown' &&
        picture?.warnings?.map((warning) => (
          <p key={warning} class="quiet warning">
            <Telling told={toldWarning(warning, board, setting, say)} />
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
      {problem && (
        <p class="notice bad" role="alert">
          <Telling told={problem} />
        </p>
      )}
      {preview.state === 'shown' && picture && (
        <p class="quiet small">
          {say('openUntil', {
            date: new Date(picture.expiresAt).toLocaleDateString(data.locale, { dateStyle: 'medium' }),
          })}
        </p>
      )}
    </section>
  );
}

function inPng(request: BoardRequest): BoardRequest {
  return { ...request, format: 'png' };
}

function statusOf(
  { state, code = '', seconds = 0, failure }: Preview,
  isLoggedIn: boolean,
  say: Say,
): Told | undefined {
  switch (state) {
    case 'none':
      return { text: say('previewNone') };
    case 'drawing':
      return { text: say('previewDrawing') };
    case 'waiting':
      return toldWait(code, seconds, say);
    case 'spent':
      return { text: say(isLoggedIn ? 'previewSpentOnPlan' : 'previewSpent') };
    case 'failed':
      return failure && toldFailure(failure, say);
    case 'shown':
      return undefined;
  }
}

/** What a button was pressed for could not be done. */
class Untaken extends Error {
  readonly told: Told;

  constructor(told: Told) {
    super(told.text);
    this.told = told;
  }
}

function Telling({ told: { text, detail } }: { told: Told }) {
  return (
    <>
      {text}
      {detail !== undefined && <span lang="en"> {detail}</span>}
    </>
  );
}
