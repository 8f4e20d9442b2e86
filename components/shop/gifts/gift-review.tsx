"use client";

import Link from "next/link";
import { type ReactNode, useState } from "react";
import { useAuth } from "@/components/session/session-auth-provider";
import type { GiftDesign } from "@/components/shop/gifts/use-gift-design";
import { useGiftOrder } from "@/components/shop/gifts/use-gift-order";
import { RedeemForm } from "@/components/shop/vouchers/redeem-form";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/class-names";
import { FormAlert } from "@/components/ui/form-alert";
import { FormField } from "@/components/ui/form-field";
import { TextField } from "@/components/ui/text-field";
import { Textarea } from "@/components/ui/textarea";
import { counted } from "@/lib/shared/counted";
import { chargedMoney, poundsText, type ShownMoney } from "@/lib/shared/currency";
import { type GiftProduct, giftSizeLabel, maxGiftMessage } from "@/lib/shared/gift-products";
import { shippingAddressOf } from "@/lib/shop/prints/basket-state";

export interface GiftReviewProps {
  product: GiftProduct;
  design: GiftDesign;
  balance: number;
  isPaymentConfigured: boolean;
  money: ShownMoney;
  onPlaced: () => void;
}

/** The smallest amount a card can be charged, in pence: the server enforces it. */
const minCharge = 30;

/** The price, the shipping address, the payment, and the order button. */
export function GiftReview({
  product,
  design,
  balance,
  isPaymentConfigured,
  money,
  onPlaced,
}: GiftReviewProps) {
  const { user } = useAuth();
  const { run: order, isBusy, error, errorOf } = useGiftOrder(onPlaced);
  const [giftEmail, setGiftEmail] = useState("");
  const [giftMessage, setGiftMessage] = useState("");
  const isCard = product.id === "gift-card";
  const shippingAddress = shippingAddressOf(user);
  const { size, quantity, pictures, book, total } = design;
  const spent = isCard ? 0 : balance >= total ? total : Math.max(0, Math.min(balance, total - minCharge));
  const due = total - spent;
  const needsCard = due > 0 && !isPaymentConfigured;
  const isAddressMissing = !isCard && !shippingAddress;

  function press() {
    void order({
      product: product.id,
      size: size.id,
      quantity,
      pictures: pictures.map(({ item, crop }) => ({ mediaId: item.id, crop })),
      ...(book ? { bookId: book.id } : {}),
      useBalance: true,
      ...(isCard ? { giftEmail: giftEmail.trim(), giftMessage: giftMessage.trim() } : { shippingAddress }),
    });
  }

  return (
    <section aria-labelledby="gift-review" className="card grid gap-5">
      <h2 id="gift-review" className="text-step-1">
        Your order
      </h2>
      {isCard && (
        <>
          <TextField
            label="Their email address (optional)"
            type="email"
            hint="We'll email the code there. If you leave it empty, we'll send it to you."
            error={errorOf("giftEmail")}
            value={giftEmail}
            autoCapitalize="none"
            spellCheck={false}
            onValueChange={setGiftEmail}
          />
          <FormField label="A message (optional)">
            {(control) => (
              <Textarea
                {...control}
                rows={3}
                maxLength={maxGiftMessage}
                value={giftMessage}
                onChange={({ target }) => setGiftMessage(target.value)}
              />
            )}
          </FormField>
        </>
      )}
      <OrderLines product={product} design={design} balance={balance} spent={spent} money={money} />
      {!isCard && (
        <RedeemForm label="Voucher or gift card (optional)" hint="Its value is added to your balance." />
      )}
      {!isCard && <SentTo address={shippingAddress} />}
      {needsCard && (
        <p className="rounded-2xl bg-honey-soft px-4 py-3">
          {isCard
            ? "You can't buy gift cards here at the moment."
            : "You can only order what your balance covers at the moment."}
        </p>
      )}
      <FormAlert message={error} />
      <Button
        size="large"
        isBusy={isBusy}
        busyLabel="One moment..."
        disabled={!design.isComplete || needsCard || isAddressMissing}
        onClick={press}
      >
        {due > 0 ? `Pay ${poundsText(due, money.locale)}` : "Order with your balance"}
      </Button>
      {!design.isComplete && (
        <p className="-mt-2 text-step--1 text-ink-soft">
          {product.pictures[1] > 1
            ? `A photo book takes ${product.pictures[0]} to ${product.pictures[1]} photos.`
            : "Choose a photo first."}
        </p>
      )}
      {due > 0 && design.isComplete && !needsCard && (
        <p className="-mt-2 text-step--1 text-ink-soft">
          You pay on our card provider's page. Your card number never reaches this server.
        </p>
      )}
    </section>
  );
}

function Line({ value, className, children }: { value: string; className?: string; children: ReactNode }) {
  return (
    <div className={cn("flex justify-between gap-4", className)}>
      <dt>{children}</dt>
      <dd className="flex-none text-right tabular-nums">{value}</dd>
    </div>
  );
}

interface OrderLinesProps extends Pick<GiftReviewProps, "product" | "design" | "balance" | "money"> {
  /** The part paid from the balance, in pence. */
  spent: number;
}

function OrderLines({ product, design, balance, spent, money }: OrderLinesProps) {
  const { size, quantity, pictures, book, total } = design;
  const pounds = (pence: number) => chargedMoney(pence, { ...money, currency: "GBP" });
  return (
    <dl className="grid gap-1.5">
      <Line value={pounds(total)}>
        {quantity > 1 && `${quantity} × `}
        {product.name}, {giftSizeLabel(size, money.locale)}
        {book && `, ${counted(book.pages, "page")}`}
        {product.extraPicture > 0 && pictures.length > 0 && `, ${counted(pictures.length, "photo")}`}
      </Line>
      {spent > 0 && (
        <Line value={`−${pounds(spent)}`}>From your balance of {poundsText(balance, money.locale)}</Line>
      )}
      <Line value="included" className="text-ink-soft">
        {product.id === "gift-card" ? "Sent by email" : "Postage and packing"}
      </Line>
      <Line
        value={chargedMoney(total - spent, money)}
        className="mt-1.5 border-t border-line pt-2.5 font-semibold"
      >
        To pay
      </Line>
    </dl>
  );
}

function SentTo({ address }: { address: ReturnType<typeof shippingAddressOf> }) {
  return address ? (
    <p className="wrap-anywhere">
      <span className="font-semibold">Deliver to</span> <span className="text-ink-soft">{address}</span>{" "}
      <Link href="/profile" className="text-link">
        Change
      </Link>
    </p>
  ) : (
    <p>
      Missing shipping address - Please add your address in your profile settings.{" "}
      <Link href="/profile" className="text-link">
        Open profile
      </Link>
    </p>
  );
}
