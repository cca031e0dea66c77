import { locales } from '../../../model/vocabulary.ts';
import type { BoardData } from '../../tier/board-data.ts';
import type { BoardWord } from '../../tier/messages.ts';
import type { Say } from './say.ts';
import type { Action, Board } from './state.ts';

const themeWords: Readonly<Record<string, BoardWord>> = {
  night: 'themeNight',
  paper: 'themePaper',
  arcade: 'themeArcade',
};

/** How the picture looks, and its title. */
export function Choices(props: {
  readonly board: Board;
  readonly data: BoardData;
  readonly act: (action: Action) => void;
  readonly say: Say;
}) {
  const { board, data, act, say } = props;
  const { template, themes, ratios, limits } = data;
  return (
    <div class="choices">
      <label class="field wide">
        <span>{say('title')}</span>
        <input
          value={board.title ?? template.title[board.locale]}
          maxLength={limits.titleLength}
          dir="auto"
          onInput={({ currentTarget }) => act({ type: 'title', title: currentTarget.value })}
        />
      </label>
      <label class="field">
        <span>{say('theme')}</span>
        <select
          value={board.theme}
          onChange={({ currentTarget }) => act({ type: 'theme', theme: currentTarget.value })}
        >
          {themes.map(({ name }) => (
            <option key={name} value={name}>
              {themeWords[name] === undefined ? name : say(themeWords[name])}
            </option>
          ))}
        </select>
      </label>
      <label class="field">
        <span>{say('ratio')}</span>
        <select
          value={board.aspectRatio}
          onChange={({ currentTarget }) => {
            const ratio = ratios.find(({ value }) => value === currentTarget.value);
            if (ratio) act({ type: 'aspectRatio', aspectRatio: ratio.value });
          }}
        >
          {ratios.map(({ value }) => (
            <option key={value} value={value}>
              {value}
            </option>
          ))}
        </select>
      </label>
      {template.id !== 'custom' && (
        <label class="field">
          <span>{say('pictureLanguage')}</span>
          <select
            value={board.locale}
            onChange={({ currentTarget }) => {
              const locale = locales.find((one) => one === currentTarget.value);
              if (locale) act({ type: 'locale', locale });
            }}
          >
            {locales.map((locale) => (
              <option key={locale} value={locale}>
                {data.languages[locale]}
              </option>
            ))}
          </select>
        </label>
      )}
    </div>
  );
}
