import { didYouMean } from '../model/nearest.ts';
import type { RequestTier, RequestTrack } from '../model/request.ts';
import type { TemplateTrack } from '../model/template.ts';
import { type Locale, locales } from '../model/vocabulary.ts';
import { quoted } from './quoted.ts';

interface TierColors {
  /** `#rrggbb` in lower case for each tier, or null for the theme's palette. */
  readonly byRow: readonly (string | null)[];
  readonly warnings: readonly string[];
}

/**
 * Returns the colour of each tier: that of the request's track with the same title, or else the template's, or else
 * none.
 *
 * Titles match if they are equal after trimming, in Unicode NFC, or else if they are equal in lower case. So tracks
 * `S` and `s` can colour tiers `S` and `s` differently, while a lone track `s` colours tier `S`. Lower case is
 * Unicode's locale-independent mapping, not full case folding: `STRASSE` does not match `straße`.
 *
 * A track without a colour matches by its title, and leaves the colour to the template or the theme.
 */
export function tierColors(
  tiers: readonly RequestTier[],
  tracks: readonly RequestTrack[],
  templateTracks: readonly TemplateTrack[],
  locale: Locale,
): TierColors {
  const exact = firstPositions(tracks.map((track) => exactKey(track.title)));
  const folded = firstPositions(tracks.map((track) => foldedKey(track.title)));
  const fallback = templateColors(templateTracks, locale);

  const used = new Set<number>();
  const byRow = tiers.map((tier) => {
    const key = foldedKey(tier.title);
    const position = exact.get(exactKey(tier.title)) ?? folded.get(key);
    if (position !== undefined) used.add(position);
    const own = position === undefined ? undefined : tracks[position]?.color;
    return (own ?? fallback.get(key))?.toLowerCase() ?? null;
  });

  const titles = tiers.map(({ title }) => title);
  const warnings = tracks.flatMap((track, position) => {
    if (used.has(position)) return [];
    const first = folded.get(foldedKey(track.title));
    const why =
      first === undefined || first === position
        ? `matches no tier, so it draws nothing${didYouMean(track.title, titles)}`
        : `has the same title as tracks[${first}], so it draws nothing`;
    return [`tracks[${position}]: ${quoted(track.title)} ${why}`];
  });
  return { byRow, warnings };
}

/**
 * Returns the colours of a template's tracks by title. Titles in the request's locale take precedence over those in
 * other locales.
 */
function templateColors(tracks: readonly TemplateTrack[], locale: Locale): Map<string, string | undefined> {
  const colors = new Map<string, string | undefined>();
  for (const language of [locale, ...locales.filter((other) => other !== locale)]) {
    for (const track of tracks) {
      const key = foldedKey(track.title[language]);
      if (!colors.has(key)) colors.set(key, track.color);
    }
  }
  return colors;
}

function firstPositions(keys: readonly string[]): Map<string, number> {
  const positions = new Map<string, number>();
  keys.forEach((key, position) => {
    if (!positions.has(key)) positions.set(key, position);
  });
  return positions;
}

function exactKey(title: string): string {
  return title.trim().normalize('NFC');
}

function foldedKey(title: string): string {
  // Lower case can undo NFC (U+0130 becomes two characters), so the text is normalised again.
  return exactKey(title).toLowerCase().normalize('NFC');
}
