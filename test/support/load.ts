import { setTimeout as wait } from 'node:timers/promises';

/** What a client has seen of a request. */
export interface Reply {
  /** When it was sent and answered, by the monotonic clock. */
  readonly sentAt: number;
  readonly ms: number;
  /** Undefined: the connection broke. */
  readonly status: number | undefined;
  readonly retryAfter: string | null;
}

export interface Load {
  readonly replies: readonly Reply[];
  /** Resolves when there are so many more replies. */
  more(count: number): Promise<void>;
  /** Resolves when all open requests have ended. */
  stop(): Promise<readonly Reply[]>;
}

/** Between the requests of one client, so that those which fail at once do not take the whole machine. */
const pauseMs = 20;

/** Sends requests until it is stopped. @param clients send one request after the other, each of its own kind */
export function startLoad(clients: readonly ((count: number) => Promise<Response>)[]): Load {
  const replies: Reply[] = [];
  let isOver = false;
  const all = Promise.all(
    clients.map(async (send) => {
      for (let count = 0; !isOver; count++) {
        replies.push(await replyTo(() => send(count)));
        await wait(pauseMs);
      }
    }),
  );
  return {
    replies,
    async more(count) {
      const goal = replies.length + count;
      while (replies.length < goal) await wait(5);
    },
    async stop() {
      isOver = true;
      await all;
      return replies;
    },
  };
}

async function replyTo(send: () => Promise<Response>): Promise<Reply> {
  const sentAt = performance.now();
  try {
    const answer = await send();
    await answer.arrayBuffer();
    const { status, headers } = answer;
    return { sentAt, ms: performance.now() - sentAt, status, retryAfter: headers.get('Retry-After') };
  } catch {
    return { sentAt, ms: performance.now() - sentAt, status: undefined, retryAfter: null };
  }
}

export const withStatus = (replies: readonly Reply[], status: number | undefined) =>
  replies.filter((reply) => reply.status === status);
