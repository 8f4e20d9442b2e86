/** Said where nothing is set up that could send a message: never a pretence that it is on its way. */
export function WaitingNote({ channel }: { channel: "mail" | "SMS" }) {
  return (
    <p className="rounded-2xl bg-sunk px-4 py-3 text-ink">
      This album can't send {channel} yet. Your message waits until whoever runs the album passes it on, so it
      is best to tell them that you asked.
    </p>
  );
}
