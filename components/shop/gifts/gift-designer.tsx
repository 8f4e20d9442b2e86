"use client";

import { ArrowLeft, Crop as CropIcon, ImagePlus, TriangleAlert } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { GiftMockup, type MockPicture } from "@/components/shop/gifts/gift-mockup";
import { GiftPages } from "@/components/shop/gifts/gift-pages";
import { GiftReview } from "@/components/shop/gifts/gift-review";
import {
  isBlurred,
  type LaidOutBook,
  mockOf,
  partOf,
  ratioFor,
  useGiftDesign,
} from "@/components/shop/gifts/use-gift-design";
import { Button } from "@/components/ui/button";
import { fetchedPart } from "@/components/ui/fetched-part";
import { FormField } from "@/components/ui/form-field";
import { RadioCard } from "@/components/ui/radio-card";
import { Select } from "@/components/ui/select";
import { chargedMoney, type ShownMoney } from "@/lib/shared/currency";
import { type GiftProduct, giftSizeLabel, maxQuantity } from "@/lib/shared/gift-products";

const PictureChooser = fetchedPart(
  async () => (await import("@/components/album/media/picture-chooser")).PictureChooser,
);
const PictureCropDialog = fetchedPart(
  async () => (await import("@/components/album/media/picture-crop-dialog")).PictureCropDialog,
);

export interface GiftDesignerProps {
  product: GiftProduct;
  /** The book's pages, if the customer laid them out. */
  book: LaidOutBook | null;
  samples: readonly MockPicture[];
  balance: number;
  isPaymentConfigured: boolean;
  money: ShownMoney;
  onBack: () => void;
  onPlaced: () => void;
}

/** One product: a preview with the chosen pictures, its sizes, and the order. */
export function GiftDesigner({ product, book, samples, money, onBack, ...order }: GiftDesignerProps) {
  const design = useGiftDesign(product, book);
  const [isChoosing, setIsChoosing] = useState(false);
  const [cropped, setCropped] = useState<number | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const { size, pictures } = design;
  const [min, max] = product.pictures;
  const [first] = pictures;
  const edited = cropped === null ? undefined : pictures[cropped];
  const editedPart = edited && partOf(product, size, edited);
  const shown = pictures.length > 0 ? pictures.slice(0, 2).map((one) => mockOf(product, size, one)) : [];

  // Announces the new page to people who can't see it.
  useEffect(() => heading.current?.focus(), []);

  return (
    <div>
      <Button variant="ghost" className="-ml-3 mb-2" onClick={onBack}>
        <ArrowLeft aria-hidden="true" />
        All gifts
      </Button>
      <h1 ref={heading} tabIndex={-1} className="outline-none">
        {product.name}
      </h1>
      <p className="mt-1.5 mb-5 max-w-[60ch] text-ink-soft">{product.about}</p>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)] lg:items-start">
        <div className="grid gap-4">
          <GiftMockup
            product={product.id}
            ratio={ratioFor(product, size, first)}
            pictures={shown.length > 0 || max === 0 ? shown : samples.slice(0, 2)}
            worth={max === 0 ? giftSizeLabel(size, money.locale) : undefined}
            className="shadow-1"
          />
          {book && (
            <p>
              <bdi className="font-semibold">{book.title}</bdi>, {book.pages} pages, as you laid it out.
            </p>
          )}
          {max > 0 && !book && (
            <PictureButtons
              product={product}
              count={pictures.length}
              onChoose={() => setIsChoosing(true)}
              onCrop={() => setCropped(0)}
            />
          )}
          {max === 1 && first && isBlurred(product, size, first) && (
            <p role="status" className="flex gap-2 text-ink-soft">
              <TriangleAlert aria-hidden="true" className="mt-0.5 size-5 flex-none" />
              Low resolution: this photo may look blurry at {giftSizeLabel(size, money.locale)}.
              {size !== product.sizes[0] && " A smaller size would look better."}
            </p>
          )}
          {max > 1 && pictures.length > 0 && (
            <GiftPages product={product} design={design} onCrop={setCropped} />
          )}
        </div>
        <div className="grid gap-5">
          {!book && (
            <SizeChoice product={product} chosen={size.id} money={money} onChoose={design.chooseSize} />
          )}
          {maxQuantity(product) > 1 && (
            <QuantityChoice
              max={maxQuantity(product)}
              quantity={design.quantity}
              onChoose={design.setQuantity}
            />
          )}
          <GiftReview product={product} design={design} money={money} {...order} />
        </div>
      </div>
      {isChoosing && (
        <PictureChooser
          chosen={pictures.map(({ item }) => item)}
          min={min}
          max={max}
          onClose={() => setIsChoosing(false)}
          onChoose={(items) => {
            design.choosePictures(items);
            setIsChoosing(false);
          }}
        />
      )}
      {edited && editedPart && cropped !== null && (
        <PictureCropDialog
          media={edited.item}
          ratio={ratioFor(product, size, edited)}
          first={editedPart}
          description={`Only the part inside the frame goes on your ${product.name.toLowerCase()}.`}
          onClose={() => setCropped(null)}
          onSave={(crop) => {
            design.crop(cropped, crop);
            setCropped(null);
          }}
        />
      )}
    </div>
  );
}

interface PictureButtonsProps {
  product: GiftProduct;
  /** The number of chosen pictures. */
  count: number;
  onChoose: () => void;
  onCrop: () => void;
}

function PictureButtons({ product, count, onChoose, onCrop }: PictureButtonsProps) {
  const [min, max] = product.pictures;
  return (
    <div className="flex flex-wrap items-center gap-2.5">
      <Button variant={count > 0 ? "secondary" : "primary"} onClick={onChoose}>
        <ImagePlus aria-hidden="true" />
        {max > 1 ? "Choose photos" : count > 0 ? "Choose another photo" : "Choose a photo"}
      </Button>
      {max === 1 && count > 0 && (
        <Button variant="secondary" onClick={onCrop}>
          <CropIcon aria-hidden="true" />
          Crop
        </Button>
      )}
      {max > 1 && (
        <p role="status" className="text-ink-soft">
          {count} chosen (choose {min} to {max})
        </p>
      )}
    </div>
  );
}

interface SizeChoiceProps {
  product: GiftProduct;
  chosen: string;
  money: ShownMoney;
  onChoose: (id: string) => void;
}

function SizeChoice({ product, chosen, money, onChoose }: SizeChoiceProps) {
  const [min, max] = product.pictures;
  return (
    <fieldset className="grid gap-2.5">
      <legend className="mb-1.5 font-semibold">{max === 0 ? "Worth" : "Size"}</legend>
      {product.sizes.map((one) => (
        <RadioCard
          key={one.id}
          name="gift-size"
          value={one.id}
          isChecked={chosen === one.id}
          onChoose={() => onChoose(one.id)}
        >
          <span className="flex min-w-0 flex-1 flex-wrap justify-between gap-x-3">
            <span className="font-semibold">{giftSizeLabel(one, money.locale)}</span>
            {max > 0 && <span className="text-ink-soft">{chargedMoney(one.price, money)}</span>}
          </span>
        </RadioCard>
      ))}
      {product.extraPicture > 0 && (
        <p className="text-step--1 text-ink-soft">
          {min} photos are included; each extra one is {chargedMoney(product.extraPicture, money)}.
        </p>
      )}
    </fieldset>
  );
}

interface QuantityChoiceProps {
  max: number;
  quantity: number;
  onChoose: (quantity: number) => void;
}

function QuantityChoice({ max, quantity, onChoose }: QuantityChoiceProps) {
  return (
    <FormField label="How many?" className="w-36">
      {(control) => (
        <Select {...control} value={quantity} onChange={({ target }) => onChoose(Number(target.value))}>
          {Array.from({ length: max }, (_, index) => index + 1).map((count) => (
            <option key={count}>{count}</option>
          ))}
        </Select>
      )}
    </FormField>
  );
}
