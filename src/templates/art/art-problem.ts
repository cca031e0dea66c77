/** Art is invalid; the message is one line with the place and the reason. */
export class ArtProblem extends Error {
  override readonly name = 'ArtProblem';
}
