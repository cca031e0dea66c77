// Runs in its own network namespace. Listens on internal addresses, tries to reach them through the built downloader,
// and writes the results to stdout as JSON. Arguments: the built download.js and address-rule.js.
import { once } from 'node:events';
import { createServer } from 'node:net';
import { pathToFileURL } from 'node:url';

const [downloadModule, ruleModule, input] = process.argv.slice(2);
const { createDownloader } = await import(pathToFileURL(downloadModule).href);
const { addressRule } = await import(pathToFileURL(ruleModule).href);
const { canaries, allowed, urls, names } = JSON.parse(input);

const gif = 'R0lGODlhAQABAIAAAAAAAAAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==';
const picture = Buffer.from(gif, 'base64');
const head = `HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: ${picture.length}\r\n\r\n`;

const connections = Object.fromEntries(canaries.map((address) => [address, 0]));
const servers = canaries.map((address) =>
  createServer((socket) => {
    connections[address]++;
    socket.on('error', () => {});
    socket.once('data', () => socket.end(Buffer.concat([Buffer.from(head), picture])));
  }).listen(80, address),
);
await Promise.all(servers.map((server) => once(server, 'listening')));

const downloader = createDownloader({
  mayReach: addressRule(allowed),
  mayUsePort: () => true,
  resolve: async (host) => names[host] ?? [],
  userAgent: 'tierpress/test',
  deadlineMs: 2000,
});
const answers = {};
for (const url of urls) {
  const answer = await downloader.download(url, {});
  answers[url] = answer.kind === 'failed' ? answer.problem : answer.kind;
}
await downloader.close();
for (const server of servers) server.close();
console.log(JSON.stringify({ connections, answers }));
