import { boards } from './boards.mjs';
import { settle, timed } from './clock.mjs';

// The process of one contestant: it receives a board and a round, and answers with the cost of the image. Preparation
// is not measured.
const [module, way] = process.argv.slice(2);
const { prepare, stages, [way]: render } = await import(module);
const specOf = ({ spec, board, round }) => spec ?? boards[board].spec(round + 1);
let picture;

const answers = {
  async render(question) {
    const input = await prepare(specOf(question));
    await settle();
    const { wall, cpu, answer } = await timed(() => render(input));
    picture = answer;
    await settle();
    return { wall, cpu, bytes: picture.length };
  },
  /** CPU time of each stage, for the one contestant with stages. */
  async stages(question) {
    const times = await stages(specOf(question));
    await settle();
    return times;
  },
  /** The last image. */
  picture: () => picture,
};

process.on('message', async (question) => process.send(await answers[question.ask](question)));
process.send('ready');
