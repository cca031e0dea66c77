import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../support/service.ts';

let running: TestService;

beforeAll(async () => {
  running = await startTestService();
});

afterAll(() => running.stop());

const lines = () => running.log.map((line): { msg: string; level: number } => JSON.parse(line));

test('a start logs no problem', () => {
  const warn = 40;
  expect(lines().filter(({ level }) => level >= warn)).toEqual([]);
});

test('the requests that warm up the HTTP path leave no image, no log line and no count', async () => {
  expect(await readdir(join(running.dataDir, 'images'))).toEqual([]);
  expect(lines().filter(({ msg }) => msg.startsWith('request'))).toEqual([]);
  const metrics = await (await fetch(`${running.url}/metrics`)).text();
  const counts = metrics
    .split('\n')
    .filter((line) => /^tierpress_(http|render)\w*(_count|_total)\b/.test(line));
  expect(counts.filter((line) => !line.endsWith(' 0') && !line.includes('metrics'))).toEqual([]);
});
