import { describe, expect, it } from 'vitest';
import { MinuteAllowance } from '../../src/render/minute-allowance.ts';

let time = 0;
const allowance = () => new MinuteAllowance(2, 'previews', () => new Date(1_000_000 + time));
const refused = (retryAfter: number) =>
  expect.objectContaining({
    code: 'quotaExceeded',
    retryAfter,
    message: `Too many previews in a minute; try again in ${retryAfter} s`,
  });

describe('the allowance of a minute', () => {
  it('is used up for one caller until the minute is over', () => {
    time = 0;
    const previews = allowance();
    previews.count('a');
    time = 20_000;
    previews.check('a');
    previews.count('a');
    expect(() => previews.check('a')).toThrow(refused(40));
    previews.check('b');
    time = 60_000;
    previews.check('a');
  });

  it('counts amounts, such as CPU time', () => {
    time = 0;
    const previews = allowance();
    previews.count('a', 1.5);
    previews.check('a');
    previews.count('a', 5);
    expect(() => previews.check('a')).toThrow(refused(60));
    time = 60_000;
    previews.check('a');
  });

  it('is not refused for longer than a minute when the clock is set back', () => {
    time = 0;
    const previews = allowance();
    previews.count('a', 5);
    time = -500_000;
    previews.check('a');
  });
});
