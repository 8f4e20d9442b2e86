import type { GiftOrderDto } from "@/lib/shop/gifts/schema";

export interface PaymentNoteProps {
  order: GiftOrderDto;
  /** Whether the person left the card provider's page after paying, or before. */
  cameFrom: "paid" | "unpaid";
}

/** Shown to someone who returns from the card provider. */
export function PaymentNote({ order: { status, number, product, giftEmail }, cameFrom }: PaymentNoteProps) {
  const isWaiting = status === "awaiting_payment";
  if (status === "cancelled") return null;
  return (
    <div
      role="status"
      className={`mb-6 rounded-2xl px-5 py-4 ${isWaiting ? "bg-honey-soft" : "bg-leaf-soft"}`}
    >
      {!isWaiting && (
        <p>
          <strong>Thank you!</strong> Gift order {number} is paid.{" "}
          {product === "gift-card"
            ? giftEmail
              ? `The code is on its way to ${giftEmail}.`
              : "The code is below."
            : "We'll tell you when it's on its way."}
        </p>
      )}
      {isWaiting && cameFrom === "paid" && (
        <p>
          <strong>One moment:</strong> the payment of gift order {number} is being confirmed. This page will
          update.
        </p>
      )}
      {isWaiting && cameFrom === "unpaid" && (
        <p>Nothing was charged. Gift order {number} is below: pay within a day, or cancel it.</p>
      )}
    </div>
  );
}
