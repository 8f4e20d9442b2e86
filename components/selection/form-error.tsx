/** Why a dialog's change was refused. */
export function FormError({ message }: { message: string | null }) {
  if (!message) return null;
  return (
    <p role="alert" className="rounded-2xl bg-accent-soft px-4 py-3 font-semibold text-danger">
      {message}
    </p>
  );
}
