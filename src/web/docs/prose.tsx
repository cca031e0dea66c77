/** Renders a description: paragraphs, with code between backticks. */
export function Prose({ text }: { text: string }) {
  return (
    <>
      {text.split('\n\n').map((paragraph) => (
        <p>
          <Words text={paragraph} />
        </p>
      ))}
    </>
  );
}

/** Renders one paragraph without its element. */
export function Words({ text }: { text: string }) {
  return <>{text.split('`').map((part, index) => (index % 2 === 1 ? <code>{part}</code> : part))}</>;
}
