import { KeyRound } from "lucide-react";

/** Shown over every page of a session that an admin opened for an adult by link. */
export function DirectAccessBanner() {
  return (
    <section
      aria-label="Signed in with a link"
      className="mb-5 flex items-start gap-4 rounded-2xl bg-honey-soft p-4 md:p-5"
    >
      <KeyRound aria-hidden="true" className="mt-0.5 size-6 flex-none" />
      <p className="min-w-0 flex-1">
        You're signed in with a link that an admin made. You can look around and add photos. To order, export
        or change your account, sign in with your own password.
      </p>
    </section>
  );
}
