/** A renderer process that asks the test, over a socket, before it replies: see gated-renderers.ts. */
import { connect } from 'node:net';

process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
process.on('disconnect', () => process.exit(0));
// The last image of the warm-up is not a job.
process.once('message', (message) => {
  answer(message);
  process.on('message', answerWhenLet);
});
process.send({ kind: 'ready' });

function answerWhenLet(message) {
  const gate = connect(Number(process.env.GATE_PORT), '127.0.0.1');
  gate.write(`${message.spec.board.title}\n`);
  gate.once('data', () => {
    gate.destroy();
    answer(message);
  });
}

function answer({ kind, spec }) {
  const { title } = spec.board;
  const drawn = { bytes: Buffer.from(title), width: 1080, height: 1440, warnings: [] };
  const svg = {
    parts: [`<svg xmlns="http://www.w3.org/2000/svg"><title>${title}</title></svg>`],
    links: [],
    warnings: [],
  };
  process.send(kind === 'svg' ? { kind, result: svg, cpuMs: 0 } : { kind: 'drawn', result: drawn, cpuMs: 0 });
}
