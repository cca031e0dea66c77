/** What else a word may be: typed on the other keyboard, or Russian in Latin letters. A wrong guess is hardly ever a word. */

const latinKeys = Array.from("`qwertyuiop[]asdfghjkl;'zxcvbnm,.");
const cyrillicKeys = Array.from('ёйцукенгшщзхъфывапролджэячсмитьбю');
const otherKeys = new Map([...pairs(latinKeys, cyrillicKeys), ...pairs(cyrillicKeys, latinKeys)]);

/** Returns what the same keys give on the other of the English and the Russian keyboard. */
export function onOtherKeyboard(word: string): string {
  return Array.from(word, (letter) => otherKeys.get(letter) ?? letter).join('');
}

/** How people write Russian letters in Latin ones. */
const latinSpellings =
  "shch sch zh kh ts ch sh ya ja yu ju yo jo iy yy ay ey oy uy aya oye aye nye a b v g d e z i j k l m n o p r s t u f h c y x w q '".split(
    ' ',
  );
const russianLetters =
  'щ щ ж х ц ч ш я я ю ю е е ий ый ай ей ой уй ая ое ае ные а б в г д е з и й к л м н о п р с т у ф х ц ы кс в к ь'.split(
    ' ',
  );
const inRussian = new Map(pairs(latinSpellings, russianLetters));
const longestFirst = [...latinSpellings].sort((one, other) => other.length - one.length);
const latinSpelling = new RegExp(`^ye|${longestFirst.join('|')}`, 'gu');

/** Returns a word of Latin letters in Russian ones. */
export function inRussianLetters(word: string): string {
  return word.replace(latinSpelling, (spelling) => inRussian.get(spelling) ?? 'е');
}

function pairs(one: readonly string[], other: readonly string[]): [string, string][] {
  return one.map((letter, place) => [letter, other[place] ?? '']);
}
