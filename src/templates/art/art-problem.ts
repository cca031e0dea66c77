/** Art that cannot be used; the message says where in it and why, in one line. */
export class ArtProblem extends Error {
  override readonly name = 'ArtProblem';
}
