import { useState } from 'preact/hooks';
import { defaults, type Format, formats, imageFormats } from '../../../model/vocabulary.ts';
import type { BoardData } from '../../tier/board-data.ts';
import { failureMessage, type UserMessage, waitMessage } from './failures.ts';
import type { RenderImage } from './render-client.ts';
import type { BoardRequest } from './request.ts';
import type { Board, BoardSetup } from './state.ts';
import type { Translate } from './translate.ts';
import type { Preview } from './use-preview.ts';
import { warningMessage } from './warnings.ts';

/** The image as the service draws it, with the buttons to download and copy it. */
export function PreviewCard(props: {
  readonly data: BoardData;
  readonly board: Board;
  readonly setup: BoardSetup;
  readonly request: BoardRequest | undefined;
  readonly preview: Preview;
  readonly retry: () => void;
  readonly renderImage: RenderImage;
  readonly announce: (text: string) => void;
  readonly t: Translate;
}) {
  const { data, board, setup, request, preview, retry, renderImage, announce, t } = props;
  const [busy, setBusy] = useState(false);
  const { image } = preview;
  const fileName = fileNameOf(board.title ?? setup.template.title[board.locale]);
  const { root } = data.addresses;
  const [problem, setProblem] = useState<UserMessage>();
  const imagePathIn = async (format: Format): Promise<string> => {
    if (request === undefined) throw new ActionError({ text: t('previewNone') });
    const outcome = await renderImage(format === defaults.format ? request : { ...request, format });
    if (outcome.kind === 'drawn') return `${root}${outcome.image.imagePath}`;
    throw new ActionError(
      outcome.kind === 'wait'
        ? waitMessage(outcome.code, outcome.seconds, t)
        : failureMessage(outcome.failure, t),
    );
  };
  const action = (task: () => Promise<string>) => async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      announce(await task());
    } catch (error) {
      setProblem(error instanceof ActionError ? error.userMessage : { text: t('notCopied') });
    } finally {
      setBusy(false);
    }
  };
  const download = (format: Format) =>
    action(async () => {
      const link = document.createElement('a');
      link.href = await imagePathIn(format);
      link.download = `${fileName}.${imageFormats[format].extension}`;
      link.click();
      return '';
    });
  const copyImage = action(async () => {
    // Browsers copy only PNG, and require the call during the click, before the bytes have arrived.
    const bytes = imagePathIn('png').then(async (path) => (await fetch(path)).blob());
    try {
      await navigator.clipboard.write([new ClipboardItem({ [imageFormats.png.mediaType]: bytes })]);
    } catch (error) {
      await bytes;
      throw error;
    }
    return t('copied');
  });
  const copyAddress = action(async () => {
    await navigator.clipboard.writeText(image?.imageUrl ?? '');
    return t('copied');
  });
  const isOff = request === undefined || busy;
  const status = statusOf(preview, data.isLoggedIn, t);
  const ratio = data.ratios.find(({ value }) => value === request?.aspectRatio) ?? data.ratios[0];
  return (
    <section class="card preview" aria-labelledby="preview-heading">
      <h2 id="preview-heading">{t('image')}</h2>
      <div
        class={`preview-frame ${preview.state}`}
        style={{ aspectRatio: ratio && `${ratio.width} / ${ratio.height}` }}
        aria-busy={preview.state === 'drawing'}
      >
        {image && request && (
          <img
            class="preview-image"
            src={`${root}${image.imagePath}`}
            width={image.width}
            height={image.height}
            alt={t('preview')}
          />
        )}
        {status && (
          <p class="preview-status">
            <MessageText message={status} />
          </p>
        )}
      </div>
      {(preview.state === 'failed' || preview.state === 'spent') && (
        <button type="button" class="quiet retry" onClick={retry}>
          {t('tryAgain')}
        </button>
      )}
      {preview.state === 'shown' &&
        image?.warnings?.map((warning) => (
          <p key={warning} class="quiet warning">
            <MessageText message={warningMessage(warning, board, setup, t)} />
          </p>
        ))}
      <div class="actions">
        {formats.map((format, index) => (
          <button
            key={format}
            type="button"
            class={index === 0 ? undefined : 'quiet'}
            disabled={isOff}
            onClick={download(format)}
          >
            {t('download', { format: imageFormats[format].name })}
          </button>
        ))}
        {'clipboard' in navigator && (
          <>
            <button type="button" class="quiet" disabled={isOff} onClick={copyImage}>
              {t('copyImage')}
            </button>
            <button
              type="button"
              class="quiet"
              disabled={isOff || preview.state !== 'shown'}
              onClick={copyAddress}
            >
              {t('copyAddress')}
            </button>
          </>
        )}
      </div>
      {problem && (
        <p class="notice bad" role="alert">
          <MessageText message={problem} />
        </p>
      )}
      {preview.state === 'shown' && image && (
        <p class="quiet small">
          {t('validUntil', {
            date: new Date(image.expiresAt).toLocaleDateString(data.locale, { dateStyle: 'medium' }),
          })}
        </p>
      )}
    </section>
  );
}

function fileNameOf(title: string): string {
  const name = title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
  return name === '' ? 'tier-list' : name.slice(0, 80);
}

function statusOf(
  { state, code = '', seconds = 0, failure }: Preview,
  isLoggedIn: boolean,
  t: Translate,
): UserMessage | undefined {
  switch (state) {
    case 'none':
      return { text: t('previewNone') };
    case 'drawing':
      return { text: t('previewDrawing') };
    case 'waiting':
      return waitMessage(code, seconds, t);
    case 'spent':
      return { text: t(isLoggedIn ? 'planUsedUp' : 'quotaUsedUp') };
    case 'failed':
      return failure && failureMessage(failure, t);
    case 'shown':
      return undefined;
  }
}

/** The action of a button failed. */
class ActionError extends Error {
  readonly userMessage: UserMessage;

  constructor(userMessage: UserMessage) {
    super(userMessage.text);
    this.userMessage = userMessage;
  }
}

function MessageText({ message: { text, detail } }: { message: UserMessage }) {
  return (
    <>
      {text}
      {detail !== undefined && <span lang="en"> {detail}</span>}
    </>
  );
}
