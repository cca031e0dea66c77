/** Thrown for files that cannot be loaded; the service does not start without them. */
export class BrokenFiles extends Error {
  /** One line for each problem: the file, the place in it, and the reason. */
  readonly problems: readonly string[];

  /** @param which the kind of files, in the plural, such as `templates` */
  constructor(which: string, problems: readonly string[]) {
    super(`the ${which} cannot be loaded\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}
