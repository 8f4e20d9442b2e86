const texts: Record<string, string> = {
  confirmed: "Thank you. Your email address is confirmed.",
  expired:
    "This link no longer works: it was used, replaced, or is more than 24 hours old. You can ask for a new one.",
  taken: "Another account now has this email address, so yours was not changed.",
};

/** The outcome of opening the link in the mail. */
export function EmailOutcome({ outcome }: { outcome: unknown }) {
  const text = typeof outcome === "string" && Object.hasOwn(texts, outcome) ? texts[outcome] : null;
  if (!text) return null;
  return (
    <p role="status" className="mb-5 max-w-2xl rounded-2xl bg-accent-soft px-5 py-4 font-semibold">
      {text}
    </p>
  );
}
