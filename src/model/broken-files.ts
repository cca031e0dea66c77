/** Files that cannot be used as they are, so that nothing is loaded without them. */
export class BrokenFiles extends Error {
  /** One line each: which file, where in it, and why. */
  readonly problems: readonly string[];

  /** @param which in the plural, such as `templates` */
  constructor(which: string, problems: readonly string[]) {
    super(`the ${which} cannot be loaded\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}
