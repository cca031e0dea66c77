/** The ranking of first requests: in the log of a first start, in the dashboard and in the quick starts. */
export const exampleRanking = {
  title: 'Hot drinks',
  tiers: [
    { title: 'S', items: ['🍵 Tea', '☕ Espresso'] },
    { title: 'A', items: ['🍫 Cocoa', '🧋 Chai', '🥛 Flat white'] },
    { title: 'B', items: ['🫖 Filter coffee'] },
    { title: 'C', items: ['🥄 Instant coffee'] },
  ],
};

/** Returns the example as a command line of curl. @param baseUrl without a trailing slash */
export function exampleCurl(baseUrl: string, key: string): string {
  return [
    `curl ${baseUrl}/api/v1/render \\`,
    `  -H 'Authorization: Bearer ${key}' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${JSON.stringify(exampleRanking)}'`,
  ].join('\n');
}
