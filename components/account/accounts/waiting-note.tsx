/**
 * Shown where no message goes out, so we never pretend that one is on its way. Visitors read it, so it says what helps
 * them rather than what the server lacks.
 */
export function WaitingNote() {
  return (
    <p className="rounded-2xl bg-sunk px-4 py-3 text-ink">
      We can't reach you by message at the moment. Please ask an admin of your family: they can give you a
      link or a temporary password to sign in with.
    </p>
  );
}
