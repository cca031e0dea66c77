import type { UserMessage } from './failures.ts';

export function MessageText({ message: { text, detail } }: { readonly message: UserMessage }) {
  return (
    <>
      {text}
      {detail !== undefined && <span lang="en"> {detail}</span>}
    </>
  );
}
