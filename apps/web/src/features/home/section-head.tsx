/** Title of a section of the home page, with one sentence. */
export function SectionHead({ title, text }: { title: string; text?: string }) {
  return (
    <header className="sec__head">
      <h2>{title}</h2>
      {text && <p>{text}</p>}
    </header>
  );
}
