import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { assets } from '../../src/files/package-files.ts';
import { WasmProgram } from '../../src/raster/wasm-program.ts';

interface Exports {
  readonly memory: WebAssembly.Memory;
}

const idleMs = 5000;

let program: WasmProgram<Exports>;
const instance = () => program.run((exports) => exports);
/** Makes an instance as large as for an image of scale 2. */
const grow = () => program.run(({ memory }) => memory.grow(400));

beforeEach(() => {
  vi.useFakeTimers();
  program = new WasmProgram(assets.steps);
});
afterEach(() => {
  vi.useRealTimers();
});

test('uses one instance again', () => {
  const first = instance();
  vi.advanceTimersByTime(10 * idleMs);
  expect(instance()).toBe(first);
});

test('uses an instance that has thrown no more', () => {
  const first = instance();
  const failing = () =>
    program.run(() => {
      throw new RangeError('out of bounds');
    });
  expect(failing).toThrow('out of bounds');
  expect(instance()).not.toBe(first);
});

test('keeps an instance with much memory while it is in use, and drops it then', () => {
  const first = instance();
  grow();
  for (let use = 0; use < 3; use++) {
    vi.advanceTimersByTime(idleMs - 1);
    expect(instance()).toBe(first);
  }
  vi.advanceTimersByTime(idleMs);
  expect(instance()).not.toBe(first);
});
