/** The live region for screen readers. */
export function Announcement({ text }: { text: string }) {
  return (
    <p className="vh" role="status" aria-live="polite">
      {text}
    </p>
  );
}
