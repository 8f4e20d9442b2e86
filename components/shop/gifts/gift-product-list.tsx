import { ArrowRight } from "lucide-react";
import type { ReactNode } from "react";
import { GiftMockup, type MockPicture } from "@/components/shop/gifts/gift-mockup";
import { chargedMoney, poundsText, type ShownMoney } from "@/lib/shared/currency";
import { type GiftProduct, giftProducts, giftRatio } from "@/lib/shared/gift-products";

export interface GiftProductListProps {
  /** Pictures from the album, for previews of the gifts. */
  samples: readonly MockPicture[];
  money: ShownMoney;
  onChoose: (product: GiftProduct) => void;
  /** Shown after the products. */
  children?: ReactNode;
}

/** The value of the pictured gift card, in pence. */
const cardWorth = 2500;

/** Every product in the shop, each with one of the family's pictures. */
export function GiftProductList({ samples, money, onChoose, children }: GiftProductListProps) {
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-5 sm:grid-cols-2 lg:grid-cols-3">
      {giftProducts.map((product, index) => {
        const [size] = product.sizes;
        const shown =
          samples.length > 0 ? [samples[index % samples.length], samples[(index + 1) % samples.length]] : [];
        const isCard = product.id === "gift-card";
        return (
          <li
            key={product.id}
            className="card relative flex flex-col gap-4 p-3.5 transition-shadow hover:shadow-2"
          >
            <GiftMockup
              product={product.id}
              ratio={giftRatio(product, size, false)}
              pictures={shown.filter((one) => one !== undefined)}
              worth={isCard ? poundsText(cardWorth, money.locale) : undefined}
            />
            <div className="flex flex-1 flex-col px-1.5 pb-1.5">
              <h2 className="text-step-1">
                <button
                  type="button"
                  onClick={() => onChoose(product)}
                  className="text-left outline-none after:absolute after:inset-0 after:rounded-[inherit] focus-visible:after:outline-3 focus-visible:after:outline-offset-2 focus-visible:after:outline-accent-strong"
                >
                  {product.name}
                </button>
              </h2>
              <p className="mt-1 mb-3 text-ink-soft">{product.about}</p>
              <p className="mt-auto flex items-center justify-between gap-3 font-semibold">
                <span>From {chargedMoney(size.price, money)}</span>
                <ArrowRight aria-hidden="true" className="size-5 flex-none text-accent-strong" />
              </p>
            </div>
          </li>
        );
      })}
      {children && <li className="grid">{children}</li>}
    </ul>
  );
}
