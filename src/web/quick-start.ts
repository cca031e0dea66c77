/** The same request three times over, for people to take along; each is run by a test. */
export interface QuickStart {
  readonly name: string;
  readonly code: string;
}

const request = {
  title: 'Hot drinks',
  tiers: [
    { title: 'S', items: ['Tea', 'Espresso'] },
    { title: 'A', items: ['Cocoa', 'Chai'] },
  ],
};

/** @param baseUrl without a trailing slash */
export function quickStarts(baseUrl: string): readonly QuickStart[] {
  const url = `${baseUrl}/api/v1/render`;
  const json = JSON.stringify(request, null, 2);
  return [
    {
      name: 'curl',
      code: `curl ${url} \\
  -H "Authorization: Bearer $KEY" \\
  -H 'Content-Type: application/json' \\
  -d '${JSON.stringify(request)}'`,
    },
    {
      name: 'JavaScript',
      code: `const answer = await fetch('${url}', {
  method: 'POST',
  headers: { Authorization: \`Bearer \${process.env.KEY}\`, 'Content-Type': 'application/json' },
  body: JSON.stringify(${json}),
});
console.log((await answer.json()).imageUrl);`,
    },
    {
      name: 'Python',
      code: `import json, os, urllib.request

ranking = ${json}
request = urllib.request.Request(
    "${url}",
    data=json.dumps(ranking).encode(),
    headers={"Authorization": "Bearer " + os.environ["KEY"], "Content-Type": "application/json"},
)
print(json.load(urllib.request.urlopen(request))["imageUrl"])`,
    },
  ];
}
