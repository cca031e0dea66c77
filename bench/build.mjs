const built = new URL('../dist/', import.meta.url);

/** Imports a module of the built project, or exits with an instruction to build it. */
export async function fromBuild(path) {
  try {
    return await import(new URL(path, built));
  } catch (error) {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    console.error(`${error.message}\nRun "npm run build" in the repository first.`);
    process.exit(1);
  }
}
