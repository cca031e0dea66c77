import { boards } from './boards.mjs';
import { settle, timed } from './clock.mjs';

// One contestant's process: it is told a board and a round, and answers what its picture cost. What there is to
// draw is made off the clock.
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
  /** CPU time of each stage, from the one contestant that has stages. */
  async stages(question) {
    const times = await stages(specOf(question));
    await settle();
    return times;
  },
  /** The last one drawn. */
  picture: () => picture,
};

process.on('message', async (question) => process.send(await answers[question.ask](question)));
process.send('ready');
