import { describe, expect, test } from 'vitest';
import { placeTitle, titleLeading } from '../../src/layout/title.ts';
import { FontStack } from '../../src/text/font-stack.ts';
import { measureText } from '../../src/text/measure.ts';

const stack = new FontStack(['inter-600', 'noto-sans-sc-600'], titleLeading);
const page = { x: 32, y: 32, width: 1016, height: 1376 };
const place = (title: string, tiles: number, area = page) =>
  placeTitle(measureText(title, stack, 'inline'), area, tiles);

describe('a title', () => {
  test('is larger above a few tiles than above many', () => {
    expect(place('Pets, ranked', 3).text.size).toBe(84);
    expect(place('Pets, ranked', 80).text.size).toBe(62);
  });

  test('leaves space at its sides if that costs little size', () => {
    const [line] = place('Places to see before it rains on us', 80).text.lines;
    expect(line?.width).toBeGreaterThan(0.9 * page.width);
    expect(line?.width).toBeLessThanOrEqual(0.951 * page.width);
  });

  test('takes a second line before it becomes smaller than the text below it', () => {
    const title = 'Things people say in meetings, and how much work follows from each of them in the end';
    const { text } = place(title, 9, { ...page, width: 1856, height: 1016 });
    expect(text.lines).toHaveLength(2);
    expect(text.size).toBeGreaterThan(52);
  });

  test('keeps its lines apart in a font with tall letters', () => {
    const tall = new FontStack(['press-start-2p'], titleLeading);
    const title = 'Things people say in meetings, and how much work follows';
    const { lines, size } = placeTitle(measureText(title, tall, 'inline'), page, 9).text;
    const [first, second] = lines;
    expect((second?.baseline ?? 0) - (first?.baseline ?? 0)).toBeGreaterThanOrEqual(Math.floor(1.25 * size));
  });
});
