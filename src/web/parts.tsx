import type { ComponentChildren } from 'preact';
import { emailLength, passwordLength } from '../model/credentials.ts';
import type { Locale } from '../model/vocabulary.ts';
import { messages } from './messages.ts';

/** The outcome of an action. */
export interface Notice {
  readonly kind: 'good' | 'bad';
  readonly text: string;
  /** The API's own message, in English. */
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

/** Not of type `email`, which rejects addresses outside ASCII that accounts may have (src/store/email.ts). */
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
        maxLength={emailLength}
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
      maxLength={passwordLength.max}
    />
  );
}

export function NewPasswordField({ label, locale }: { label: string; locale: Locale }) {
  return (
    <Field
      label={label}
      name="password"
      type="password"
      autocomplete="new-password"
      hint={messages.passwordRule[locale]}
      required
      minLength={passwordLength.min}
      maxLength={passwordLength.max}
    />
  );
}

/** A text with a copy button, which its script shows. */
export function Copyable({ text, locale }: { text: string; locale: Locale }) {
  return (
    <div class="copyable">
      <pre>
        <code>{text}</code>
      </pre>
      <button type="button" class="quiet" data-copy={text} data-copied={messages.copied[locale]} hidden>
        {messages.copy[locale]}
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

/** A time in UTC: the service does not know the reader's time zone. */
export function Timestamp({ iso }: { iso: string }) {
  return <time dateTime={iso}>{`${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`}</time>;
}
