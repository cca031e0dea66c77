import { vi } from 'vitest';

// A real hash takes 0.2 s and 64 MB. test/store/password.test.ts tests real ones.
vi.mock(import('../../src/store/password.ts'), async (importOriginal) => {
  const original = await importOriginal();
  return {
    ...original,
    createPasswords: (bytes) => original.createPasswords(bytes, { ln: 4, r: 8, p: 1 }),
  };
});
