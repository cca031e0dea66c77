import { exampleRanking } from '../../model/example-ranking.ts';

/** The same request in one language. A test runs each of them. */
export interface QuickStart {
  readonly name: string;
  readonly code: string;
}

/** JSON that is also valid JavaScript and Python, one tier per line. */
const ranking = `{
  "title": ${JSON.stringify(exampleRanking.title)},
  "tiers": [
${exampleRanking.tiers.map((tier) => `    ${JSON.stringify(tier)}`).join(',\n')}
  ]
}`;

/** Returns the quick starts. @param baseUrl without a trailing slash */
export function quickStarts(baseUrl: string): readonly QuickStart[] {
  const url = `${baseUrl}/api/v1/render`;
  return [
    {
      name: 'curl',
      code: `curl ${url} \\
  -H "Authorization: Bearer $KEY" \\
  -H 'Content-Type: application/json' \\
  -d '${ranking}'`,
    },
    {
      name: 'JavaScript',
      code: `const ranking = ${ranking};
const answer = await fetch('${url}', {
  method: 'POST',
  headers: { Authorization: \`Bearer \${process.env.KEY}\`, 'Content-Type': 'application/json' },
  body: JSON.stringify(ranking),
});
const { imageUrl, message } = await answer.json();
console.log(imageUrl ?? message);`,
    },
    {
      name: 'Python',
      code: `import json, os, urllib.request

ranking = ${ranking}
request = urllib.request.Request(
    "${url}",
    data=json.dumps(ranking).encode(),
    headers={"Authorization": "Bearer " + os.environ["KEY"], "Content-Type": "application/json"},
)
print(json.load(urllib.request.urlopen(request))["imageUrl"])`,
    },
  ];
}
