import Koa from 'koa';
import getRawBody from 'raw-body';

// The minimum for any server that answers a cached render: it parses the body as JSON and sends the answer, with no
// key, checks or quota. `process.argv[2]` is the answer.
const answer = JSON.parse(process.argv[2]);
const app = new Koa();
app.use(async (ctx) => {
  const { tiers } = JSON.parse((await getRawBody(ctx.req)).toString());
  if (!Array.isArray(tiers)) ctx.throw(400);
  ctx.body = answer;
});
const server = app.listen(0, '127.0.0.1', () => {
  console.log(`ready at http://127.0.0.1:${server.address().port}`);
});
