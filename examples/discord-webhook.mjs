// Posts a tier list to a Discord channel: node discord-webhook.mjs ranking.json
// TIERPRESS_URL and TIERPRESS_KEY say who draws it, DISCORD_WEBHOOK_URL where it goes.
import { readFile } from 'node:fs/promises';
import { createClient } from 'tierpress';

const { TIERPRESS_URL, TIERPRESS_KEY, DISCORD_WEBHOOK_URL } = process.env;
const ranking = JSON.parse(await readFile(process.argv[2], 'utf8'));

const tierpress = createClient({ baseUrl: TIERPRESS_URL, key: TIERPRESS_KEY });
const { imageUrl, title } = await tierpress.render(ranking);
const image = await (await fetch(imageUrl)).blob();

// As a file, which Discord keeps: tierpress deletes its images after a week.
const message = new FormData();
const name = imageUrl.endsWith('.png') ? 'tier-list.png' : 'tier-list.webp';
message.set('payload_json', JSON.stringify({ embeds: [{ title, image: { url: `attachment://${name}` } }] }));
message.set('files[0]', image, name);
const posted = await fetch(DISCORD_WEBHOOK_URL, { method: 'POST', body: message });
if (!posted.ok) throw new Error(`Discord answered ${posted.status}: ${await posted.text()}`);
