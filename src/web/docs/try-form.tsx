import type { ParameterObject } from '../../api/openapi/operations.ts';
import type { Entry } from './entry.ts';

/** A form that sends a request, which its script shows and serves. */
export function TryForm({ entry: { method, path, operation } }: { entry: Entry }) {
  const { parameters = [], requestBody } = operation;
  const [body] = Object.entries(requestBody?.content ?? {});
  return (
    <details class="try" data-try hidden>
      <summary>Try it</summary>
      <form data-method={method} data-path={path}>
        {parameters.map((parameter) => (
          <Parameter parameter={parameter} />
        ))}
        {body && <Body mediaType={body[0]} examples={Object.values(body[1].examples ?? {})} />}
        <button type="submit">Send</button>
      </form>
      <output data-answer />
    </details>
  );
}

function Parameter(props: { parameter: ParameterObject }) {
  const { name, in: place, schema, required, example } = props.parameter;
  const [first, ...values] = schema.enum?.map(String) ?? [];
  if (first === undefined) {
    const value = required ? example : undefined;
    return (
      <label class="field">
        <span>{name}</span>
        <input name={name} data-in={place} required={required} value={value} autocomplete="off" />
      </label>
    );
  }
  return (
    <label class="field">
      <span>{name}</span>
      <select name={name} data-in={place}>
        {['', first, ...values].map((value) => (
          <option>{value}</option>
        ))}
      </select>
    </label>
  );
}

interface BodyExample {
  readonly summary: string;
  readonly value: unknown;
}

function Body({ mediaType, examples }: { mediaType: string; examples: readonly BodyExample[] }) {
  if (mediaType !== 'application/json') {
    return (
      <label class="field">
        <span>Body</span>
        <input type="file" data-in="body" required />
      </label>
    );
  }
  const texts = examples.map(({ value }) => JSON.stringify(value, null, 2));
  return (
    <>
      {examples.length > 1 && (
        <label class="field">
          <span>Example</span>
          <select data-examples>
            {examples.map(({ summary }, index) => (
              <option value={texts[index]}>{summary}</option>
            ))}
          </select>
        </label>
      )}
      <label class="field">
        <span>Body</span>
        <textarea data-in="body" rows={Math.min(18, (texts[0] ?? '').split('\n').length)} spellcheck={false}>
          {texts[0]}
        </textarea>
      </label>
    </>
  );
}
