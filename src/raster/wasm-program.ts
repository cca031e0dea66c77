import { readFileSync } from 'node:fs';

/** An instance with more memory, in bytes, is only kept while it is in use. Images at scale 2 need tens of megabytes. */
const smallMemory = 12 * 2 ** 20;
/** The time without use after which it is dropped, in milliseconds. */
const idleMs = 5000;

/** A program in WebAssembly that works on one thing at a time. Its instance is used again. */
export class WasmProgram<Exports extends { readonly memory: WebAssembly.Memory }> {
  readonly #path: string;
  #module: WebAssembly.Module | undefined;
  #kept: Exports | undefined;
  #idle: NodeJS.Timeout | undefined;

  /** @param path of the compiled program. What TypeScript knows of its exports is checked by the tests that use it. */
  constructor(path: string) {
    this.#path = path;
  }

  /** Works with an instance that nothing else uses at the time. */
  run<Answer>(work: (exports: Exports) => Answer): Answer {
    const exports = this.#kept ?? this.#instantiate();
    // An instance that has thrown is not used again.
    this.#kept = undefined;
    const answer = work(exports);
    this.#keep(exports);
    return answer;
  }

  #instantiate(): Exports {
    this.#module ??= new WebAssembly.Module(readFileSync(this.#path));
    return new WebAssembly.Instance(this.#module).exports as unknown as Exports;
  }

  #keep(exports: Exports): void {
    clearTimeout(this.#idle);
    this.#kept = exports;
    if (exports.memory.buffer.byteLength <= smallMemory) return;
    this.#idle = setTimeout(() => {
      this.#kept = undefined;
    }, idleMs).unref();
  }
}
