/** What people hear who do not see the list. */
export function Announcement({ text }: { text: string }) {
  return (
    <p className="vh" role="status" aria-live="polite">
      {text}
    </p>
  );
}
