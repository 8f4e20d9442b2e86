/** An error about the whole form; renders nothing while all is well. */
export function FormAlert({ message }: { message: string | null }) {
  if (!message) return null;
  return (
    <p role="alert" className="rounded-2xl bg-accent-soft px-4 py-3 font-semibold text-ink">
      {message}
    </p>
  );
}
