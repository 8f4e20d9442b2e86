import { ArrowLeft, ArrowRight, Crop as CropIcon, TriangleAlert, X } from "lucide-react";
import type { ReactNode } from "react";
import { CroppedPicture } from "@/components/album/media/cropped-picture";
import { type GiftDesign, isBlurred, mockOf } from "@/components/shop/gifts/use-gift-design";
import { counted } from "@/lib/shared/counted";
import type { GiftProduct } from "@/lib/shared/gift-products";

export interface GiftPagesProps {
  product: GiftProduct;
  design: GiftDesign;
  onCrop: (index: number) => void;
}

/** The pages of a photo book: their order, and their pictures. */
export function GiftPages({ product, design, onCrop }: GiftPagesProps) {
  const { pictures, size } = design;
  const blurred = pictures.filter((picture) => isBlurred(product, size, picture)).length;
  return (
    <div>
      <ol className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-4">
        {pictures.map((picture, index) => {
          const { src, crop } = mockOf(product, size, picture, true);
          const name = picture.item.description.trim() || picture.item.fileName;
          const page = `page ${index + 1}`;
          return (
            <li key={picture.item.id} className="rounded-2xl border border-line bg-card p-2">
              <span className="relative block aspect-square overflow-hidden rounded-xl bg-sunk">
                <CroppedPicture src={src} crop={crop} alt={name} />
                <span className="absolute bottom-1.5 left-1.5 rounded-full bg-card/90 px-2 text-step--1 font-semibold">
                  {index + 1}
                </span>
                {isBlurred(product, size, picture) && (
                  <span
                    title="Low resolution"
                    className="absolute top-1.5 right-1.5 grid size-7 place-items-center rounded-full bg-honey text-[#3a2a10]"
                  >
                    <TriangleAlert aria-hidden="true" className="size-4" />
                    <span className="sr-only">Low resolution: it may look blurry.</span>
                  </span>
                )}
              </span>
              <span className="mt-1 flex justify-between">
                <PageButton
                  label={`Move ${page} forward`}
                  isOff={index === 0}
                  onPress={() => design.move(index, -1)}
                >
                  <ArrowLeft aria-hidden="true" />
                </PageButton>
                <PageButton label={`Crop ${page}`} onPress={() => onCrop(index)}>
                  <CropIcon aria-hidden="true" />
                </PageButton>
                <PageButton label={`Remove ${page}`} onPress={() => design.remove(index)}>
                  <X aria-hidden="true" />
                </PageButton>
                <PageButton
                  label={`Move ${page} back`}
                  isOff={index === pictures.length - 1}
                  onPress={() => design.move(index, 1)}
                >
                  <ArrowRight aria-hidden="true" />
                </PageButton>
              </span>
            </li>
          );
        })}
      </ol>
      {blurred > 0 && (
        <p className="mt-3 flex gap-2 text-step--1 text-ink-soft">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 flex-none" />
          {counted(blurred, "photo")} may look blurry at this size.
        </p>
      )}
    </div>
  );
}

interface PageButtonProps {
  label: string;
  isOff?: boolean;
  onPress: () => void;
  children: ReactNode;
}

function PageButton({ label, isOff = false, onPress, children }: PageButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      disabled={isOff}
      onClick={onPress}
      className="grid h-11 min-w-9 flex-1 place-items-center rounded-full text-ink-soft hover:bg-sunk disabled:opacity-35 [&_svg]:size-4.5"
    >
      {children}
    </button>
  );
}
