const built = new URL('../dist/', import.meta.url);

/** A module of the built project, or a way out that says what to do. */
export async function fromBuild(path) {
  try {
    return await import(new URL(path, built));
  } catch (error) {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    console.error(`${error.message}\nRun "npm run build" in the repository first.`);
    process.exit(1);
  }
}
