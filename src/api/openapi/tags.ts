/** The groups of operations in the document. */
export const tags = {
  Rendering: 'Making images, and fetching them. Making one needs an API key.',
  Photos: 'Uploading photos of your own, to draw them as items.',
  Templates: 'Finding official templates: their tiers, their items, and how they look.',
  Session: 'Logging in and out. A session lives in a cookie that scripts of a page cannot read.',
  Accounts: 'Accounts, their plans and passwords; mostly for admins.',
  Keys: 'The API keys of the account that is logged in.',
  Service: 'For operators of the service.',
  Methods: 'What HTTP offers on every path: `HEAD` wherever there is `GET`, and `OPTIONS`.',
} as const;

export type TagName = keyof typeof tags;
