import type { ComponentChildren } from 'preact';
import type { Locale } from '../model/vocabulary.ts';
import { words } from './messages.ts';

/** Something that went well, or did not. */
export interface Notice {
  readonly kind: 'good' | 'bad';
  readonly text: string;
  /** What the API says of it, in English. */
  readonly detail?: string;
}

export function NoticeBox({ notice }: { notice: Notice | undefined }) {
  if (notice === undefined) return null;
  return (
    <p class={`notice ${notice.kind}`} role={notice.kind === 'bad' ? 'alert' : 'status'}>
      {notice.text}
      {notice.detail !== undefined && <span lang="en"> {notice.detail}</span>}
    </p>
  );
}

export function Field(props: {
  readonly label: string;
  readonly name: string;
  readonly type?: string;
  readonly autocomplete?: string;
  readonly value?: string;
  readonly hint?: string;
  readonly required?: boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
}) {
  const {
    label,
    name,
    type = 'text',
    hint,
    value,
    autocomplete,
    required = false,
    minLength,
    maxLength,
  } = props;
  const hintId = hint === undefined ? undefined : `${name}-hint`;
  return (
    <label class="field">
      <span>{label}</span>
      <input
        name={name}
        type={type}
        value={value}
        autocomplete={autocomplete}
        required={required}
        minLength={minLength}
        maxLength={maxLength}
        aria-describedby={hintId}
      />
      {hint !== undefined && <small id={hintId}>{hint}</small>}
    </label>
  );
}

/**
 * Of an e-mail address. Not of type `email`, which takes no address outside ASCII; accounts have those too
 * (src/store/email.ts).
 */
export function EmailField(props: {
  readonly label: string;
  readonly autocomplete: string;
  readonly value?: string | undefined;
}) {
  const { label, autocomplete, value } = props;
  return (
    <label class="field">
      <span>{label}</span>
      <input
        name="email"
        type="text"
        inputMode="email"
        autocapitalize="none"
        spellcheck={false}
        autocomplete={autocomplete}
        value={value}
        pattern="[^@]+@[^@]+"
        title="ann@example.org"
        required
        maxLength={254}
      />
    </label>
  );
}

export function CurrentPasswordField({ label, name }: { label: string; name: string }) {
  return (
    <Field
      label={label}
      name={name}
      type="password"
      autocomplete="current-password"
      required
      maxLength={longestPassword}
    />
  );
}

/** With the rule that it has to follow. */
export function NewPasswordField({ label, locale }: { label: string; locale: Locale }) {
  return (
    <Field
      label={label}
      name="password"
      type="password"
      autocomplete="new-password"
      hint={words.passwordRule[locale]}
      required
      minLength={10}
      maxLength={longestPassword}
    />
  );
}

const longestPassword = 200;

/** A text to take along. The button is there once its script is. */
export function Copyable({ text, locale }: { text: string; locale: Locale }) {
  return (
    <div class="copyable">
      <pre>
        <code>{text}</code>
      </pre>
      <button type="button" class="quiet" data-copy={text} data-copied={words.copied[locale]} hidden>
        {words.copy[locale]}
      </button>
    </div>
  );
}

export function Card({ id, title, children }: { id: string; title: string; children: ComponentChildren }) {
  return (
    <section class="card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

/** A moment as people read it, in UTC: the service does not know where they are. */
export function Moment({ iso }: { iso: string }) {
  return <time dateTime={iso}>{`${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`}</time>;
}
