import type { JsonSchema } from '@valibot/to-json-schema';
import type { ParameterObject, ResponseObject } from '../../api/openapi/operations.ts';
import type { Entry } from './entry.ts';
import { type Components, Field, Fields } from './fields.tsx';
import { Prose, Words } from './prose.tsx';
import { TryForm } from './try-form.tsx';

/** One operation: what it does, what it takes, what it answers, and a form to try it. */
export function Operation({ entry, components }: { entry: Entry; components: Components }) {
  const { method, path, operation } = entry;
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation;
  const [body] = Object.entries(requestBody?.content ?? {});
  return (
    <article class="card operation" id={operationId} aria-labelledby={`${operationId}-title`}>
      <h3 id={`${operationId}-title`}>
        <a href={`#${operationId}`}>{summary}</a>
      </h3>
      <p class="endpoint">
        <b class={`method ${method.toLowerCase()}`}>{method}</b> <code>{path}</code>
        <span class="access">{accessOf(entry)}</span>
      </p>
      <Prose text={description} />
      {parameters.length > 0 && (
        <>
          <h4>Parameters</h4>
          <Parameters parameters={parameters} components={components} />
        </>
      )}
      {body && <Body mediaType={body[0]} schema={body[1].schema} components={components} />}
      <h4>Answers</h4>
      <dl class="answers">
        {Object.entries(responses).map(([status, response]) => (
          <Answer status={status} response={response} components={components} />
        ))}
      </dl>
      <TryForm entry={entry} />
    </article>
  );
}

function Parameters(props: { parameters: readonly ParameterObject[]; components: Components }) {
  return (
    <dl class="fields">
      {props.parameters.map(({ name, schema, required, description, in: place }) => (
        <Field
          name={place === 'header' ? `${name}:` : name}
          schema={schema}
          isRequired={required}
          description={description}
          components={props.components}
        />
      ))}
    </dl>
  );
}

function Body(props: { mediaType: string; schema: JsonSchema | undefined; components: Components }) {
  const { mediaType, schema, components } = props;
  return (
    <>
      <h4>
        Body <small>{mediaType}</small>
      </h4>
      {schema && <Fields schema={schema} components={components} />}
    </>
  );
}

/** An answer; errors all have the same body, which the introduction describes. */
function Answer(props: { status: string; response: ResponseObject; components: Components }) {
  const { status, response, components } = props;
  const { schema, examples = {} } = response.content?.['application/json'] ?? {};
  const isError = Number(status) >= 400;
  const [example] = Object.values(examples);
  return (
    <div>
      <dt>
        <code class={isError ? 'bad' : 'good'}>{status}</code>
      </dt>
      <dd>
        <p>
          <Words text={response.description} />
        </p>
        {!isError && example && (
          <details>
            <summary>Example</summary>
            <pre>
              <code>{JSON.stringify(example.value, null, 2)}</code>
            </pre>
          </details>
        )}
        {!isError && schema && (
          <details>
            <summary>Fields</summary>
            <Fields schema={schema} components={components} />
          </details>
        )}
      </dd>
    </div>
  );
}

function accessOf({ operation: { security } }: Entry): string {
  const schemes = security.flatMap((alternative) => Object.keys(alternative));
  if (schemes.includes('bearerKey')) return 'API key';
  if (!schemes.includes('session')) return 'open';
  return security.length > 1 ? 'log-in optional' : 'log-in';
}
