const words: Record<string, string> = {
  confirmed: "Thank you, the email address is confirmed.",
  expired:
    "This link doesn't work any more: it was used, replaced, or is older than 24 hours. You can have a new one sent.",
  taken: "Meanwhile another account has this email address, so yours was not changed.",
};

/** What came of the link in the mail, whose opening led here. */
export function EmailOutcome({ outcome }: { outcome: unknown }) {
  const text = typeof outcome === "string" && Object.hasOwn(words, outcome) ? words[outcome] : null;
  if (!text) return null;
  return (
    <p role="status" className="mb-5 max-w-2xl rounded-2xl bg-accent-soft px-5 py-4 font-semibold">
      {text}
    </p>
  );
}
