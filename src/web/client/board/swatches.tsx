import type { BoardData } from '../../tier/board-data.ts';
import type { BoardMessageKey } from '../../tier/messages.ts';
import { type PaletteName, paletteColors, paletteNames } from './palettes.ts';
import type { Action, Board } from './state.ts';
import type { Translate } from './translate.ts';

const themeMessages: Readonly<Record<string, BoardMessageKey>> = {
  night: 'themeNight',
  paper: 'themePaper',
  arcade: 'themeArcade',
};

const paletteMessages: Readonly<Record<PaletteName, BoardMessageKey>> = {
  greenToRed: 'greenToRed',
  ocean: 'ocean',
  colorBlind: 'colorBlind',
  candy: 'candy',
};

/** Colours of a theme or a palette that a swatch shows. */
const bars = 4;

/** The themes, and below them the sets of tier colours. */
export function Swatches(props: {
  readonly board: Board;
  readonly data: BoardData;
  readonly act: (action: Action) => void;
  readonly t: Translate;
}) {
  const { board, data, act, t } = props;
  const { tiers } = board;
  const hasColors = (colors: readonly (string | null)[]) =>
    tiers.every(({ color }, row) => color === colors[row]);
  const noColors = tiers.map(() => null);
  return (
    <>
      <fieldset class="swatches">
        <legend>{t('theme')}</legend>
        {data.themes.map(({ name, colors, palette }) => (
          <Swatch
            key={name}
            group="theme"
            name={themeMessages[name] === undefined ? name : t(themeMessages[name])}
            ground={colors.ground}
            colors={palette.slice(0, bars)}
            isChosen={board.theme === name}
            choose={() => act({ type: 'theme', theme: name })}
          />
        ))}
      </fieldset>
      <fieldset class="swatches">
        <legend>{t('tierColors')}</legend>
        <Swatch
          group="palette"
          name={t('ownColors')}
          colors={[]}
          isChosen={hasColors(noColors)}
          choose={() => act({ type: 'colorTiers', colors: noColors })}
        />
        {paletteNames.map((name) => {
          const colors = paletteColors(name, tiers.length);
          return (
            <Swatch
              key={name}
              group="palette"
              name={t(paletteMessages[name])}
              colors={paletteColors(name, bars)}
              isChosen={hasColors(colors)}
              choose={() => act({ type: 'colorTiers', colors })}
            />
          );
        })}
      </fieldset>
    </>
  );
}

function Swatch(props: {
  readonly group: string;
  readonly name: string;
  readonly ground?: string;
  readonly colors: readonly string[];
  readonly isChosen: boolean;
  readonly choose: () => void;
}) {
  const { group, name, ground, colors, isChosen, choose } = props;
  return (
    <label class="swatch">
      <input type="radio" name={group} checked={isChosen} onChange={choose} />
      {colors.length > 0 && (
        <span class="swatch-bars" style={{ background: ground }} aria-hidden="true">
          {colors.map((color) => (
            <i key={color} style={{ background: color }} />
          ))}
        </span>
      )}
      <span>{name}</span>
    </label>
  );
}
