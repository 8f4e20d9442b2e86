import { NotificationIcon } from "@/components/notify/notifications/notification-icon";

/** A message as it will appear among someone's notifications. */
export function MessagePreview({ title, message }: { title: string; message: string }) {
  return (
    <section aria-label="Preview">
      <p aria-hidden="true" className="mb-1.5 font-semibold">
        How it will look
      </p>
      <div className="flex items-start gap-3.5 rounded-2xl bg-sunk p-4">
        <NotificationIcon kind="adminMessage" />
        <div className="min-w-0">
          <p className="font-semibold wrap-anywhere">{title.trim() || "Your title"}</p>
          <p className="whitespace-pre-line wrap-anywhere text-ink-soft">
            {message.trim() || "Your message"}
          </p>
        </div>
      </div>
    </section>
  );
}
