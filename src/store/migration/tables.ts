import type { Account } from '../drivers/file/keys-document.ts';
import type { RecordRow } from '../drivers/postgres/render-index.ts';

/** The day of renders whose day is no longer known. It is never a recent one. */
export const formerly = 0;

/** The rows of the database's tables, by their columns: see data/schema. Tables come before those that refer to them. */
export type TableRows = {
  readonly account: readonly {
    readonly id: string;
    readonly email: string;
    readonly plan: Account['plan'];
    readonly admin: boolean;
    readonly disabled: boolean;
    readonly password_hash: string | null;
    readonly link_hash: string | null;
    readonly link_expires_at: number | null;
    readonly created_at: number;
  }[];
  readonly api_key: readonly {
    readonly id: string;
    readonly account_id: string;
    readonly name: string;
    readonly hash: string;
    readonly hint: string;
    readonly created_at: number;
  }[];
  readonly session: readonly {
    readonly hash: string;
    readonly account_id: string;
    readonly created_at: number;
    readonly used_at: number;
  }[];
  readonly known_network: readonly {
    readonly hash: string;
    readonly account_id: string;
    readonly used_at: number;
  }[];
  readonly counter: readonly {
    readonly kind: 'account' | 'key';
    readonly id: string;
    readonly minute_start: number;
    readonly minute: number;
    readonly day_number: number;
    readonly day: number;
    readonly used_at: number;
  }[];
  readonly past_day: readonly {
    readonly account_id: string;
    readonly day_number: number;
    readonly requests: number;
  }[];
  readonly template_day: readonly {
    readonly template_id: number;
    readonly day_number: number;
    readonly renders: number;
  }[];
  readonly charge: readonly {
    readonly id: string;
    readonly idempotency: string;
    readonly fingerprint: string;
    readonly account_id: string;
    readonly expires_at: number;
  }[];
  readonly render: readonly {
    readonly fingerprint: string;
    readonly image_id: string;
    readonly record: RecordRow;
    readonly created_at: number;
    readonly expires_at: number;
  }[];
  readonly photo: readonly {
    readonly name: string;
    readonly id: string;
    readonly account_id: string | null;
    readonly digest: string;
    readonly bytes: number;
    readonly width: number;
    readonly height: number;
    readonly used_at: number;
    readonly is_kept: boolean;
  }[];
};
