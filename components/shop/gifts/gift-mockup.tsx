import type { CSSProperties, ReactNode } from "react";
import { CroppedPicture } from "@/components/album/media/cropped-picture";
import { GiftScene } from "@/components/shop/gifts/gift-scene";
import { cn } from "@/components/ui/class-names";
import type { Crop } from "@/lib/album/media/crop";
import type { GiftProductId } from "@/lib/shared/gift-products";

export interface MockPicture {
  src: string;
  crop: Crop | null;
}

export interface GiftMockupProps {
  product: GiftProductId;
  /** Aspect ratio (width by height) of the printed area. */
  ratio: number;
  /** If empty, a drawing stands in. */
  pictures: readonly MockPicture[];
  /** The amount printed on a gift card. */
  worth?: string | undefined;
  className?: string;
}

const wall = {
  "framed-print": "from-[#f6ece1] to-[#ecdccb] dark:from-[#4b3c44] dark:to-[#3a2d35]",
  canvas: "from-[#f3e9ea] to-[#e6d3d3] dark:from-[#473843] dark:to-[#372a35]",
  mug: "from-[#f7e6d4] to-[#efd2b8] dark:from-[#4d3d3c] dark:to-[#3b2d2d]",
  "photo-book": "from-[#ece9df] to-[#dcd6c6] dark:from-[#40403a] dark:to-[#30302b]",
  "gift-card": "from-[#f8e3df] to-[#f1cfca] dark:from-[#503a40] dark:to-[#3d2b31]",
} as const;

/** A preview of a product with the customer's own picture on it. */
export function GiftMockup({ product, ratio, pictures, worth, className }: GiftMockupProps) {
  return (
    <div
      aria-hidden="true"
      className={cn(
        "relative grid aspect-4/3 place-items-center overflow-hidden rounded-2xl bg-linear-to-b",
        wall[product],
        className,
      )}
    >
      {product === "framed-print" && <Framed ratio={ratio} picture={pictures[0]} />}
      {product === "canvas" && <Canvas ratio={ratio} picture={pictures[0]} />}
      {product === "mug" && <Mug ratio={ratio} picture={pictures[0]} />}
      {product === "photo-book" && <Book pictures={pictures} />}
      {product === "gift-card" && <GiftCard worth={worth ?? ""} />}
    </div>
  );
}

/** Fits a shape into the 4 by 3 stage. */
const fitting = (ratio: number, widest = 60, highest = 52): CSSProperties => ({
  aspectRatio: ratio,
  width: `${Math.min(widest, highest * ratio)}%`,
});

function Face({
  picture,
  className,
  style,
}: {
  picture: MockPicture | undefined;
  className?: string;
  style?: CSSProperties;
}) {
  return (
    <span className={cn("relative block overflow-hidden", className)} style={style}>
      {picture ? <CroppedPicture src={picture.src} crop={picture.crop} /> : <GiftScene />}
    </span>
  );
}

function Framed({ ratio, picture }: { ratio: number; picture: MockPicture | undefined }) {
  return (
    <span
      className="block rounded-[3px] bg-linear-135 from-[#d9b98e] via-[#c9a473] to-[#b98f5e] p-[1.6%] shadow-[0_18px_26px_-8px_rgb(60_30_20/0.45),0_3px_6px_rgb(60_30_20/0.25)]"
      style={{ width: `${Math.min(62, 56 * ratio)}%` }}
    >
      <span className="block bg-[#fdfaf5] p-[9%] shadow-[inset_0_2px_6px_rgb(60_30_20/0.28)]">
        <Face
          picture={picture}
          style={{ aspectRatio: ratio }}
          className="shadow-[0_0_0_1px_rgb(60_30_20/0.12),inset_0_0_4px_rgb(0_0_0/0.3)]"
        />
      </span>
    </span>
  );
}

function Canvas({ ratio, picture }: { ratio: number; picture: MockPicture | undefined }) {
  return (
    <span
      className="relative block drop-shadow-[8px_16px_14px_rgb(60_30_30/0.38)] transform-[perspective(900px)_rotateY(-11deg)]"
      style={fitting(ratio, 64, 58)}
    >
      <Face picture={picture} className="size-full rounded-[2px]" />
      <span className="absolute inset-y-0 right-0 block w-[3.4%] origin-right bg-linear-to-r from-black/10 to-black/35" />
      <span className="absolute inset-0 block rounded-[2px] bg-linear-115 from-white/20 via-transparent to-transparent" />
    </span>
  );
}

function Mug({ ratio, picture }: { ratio: number; picture: MockPicture | undefined }) {
  return (
    <span className="relative mr-[9%] block aspect-[0.92] w-[42%]">
      <span className="absolute top-[22%] -right-[26%] block h-[50%] w-[42%] rounded-[45%] border-[clamp(9px,2.2cqw,16px)] border-[#fbf8f4] shadow-[inset_3px_3px_5px_rgb(80_50_40/0.25),4px_8px_10px_-4px_rgb(80_50_40/0.35)]" />
      <span className="absolute inset-0 block overflow-hidden rounded-[5%_5%_12%_12%/4%_4%_9%_9%] bg-[#fdfbf8] shadow-[0_22px_20px_-12px_rgb(80_50_40/0.5)]">
        <Face
          picture={picture}
          style={{ aspectRatio: ratio }}
          className="absolute! top-1/2 left-1/2 w-[70%] -translate-x-1/2 -translate-y-1/2 rounded-[2px]"
        />
        <span className="absolute inset-0 block bg-[linear-gradient(90deg,rgb(70_40_40/0.3),transparent_16%,rgb(255_255_255/0.28)_30%,transparent_46%,transparent_72%,rgb(70_40_40/0.34))]" />
        <span className="absolute inset-x-0 top-0 block h-[4.5%] bg-linear-to-b from-[#d9cfc6] to-transparent" />
      </span>
    </span>
  );
}

function Page({ picture, isLeft }: { picture: MockPicture | undefined; isLeft?: boolean }) {
  return (
    <span className="relative block aspect-square flex-1 bg-[#fffdf9] p-[3.5%]">
      <Face picture={picture} className="size-full" />
      <span
        className={cn(
          "absolute inset-0 block to-transparent",
          isLeft
            ? "bg-linear-to-l from-black/28 via-transparent via-18%"
            : "bg-linear-to-r from-black/24 via-transparent via-16%",
        )}
      />
    </span>
  );
}

function Book({ pictures }: { pictures: readonly MockPicture[] }) {
  return (
    <span className="flex w-[82%] rounded-[4px] border-b-[6px] border-[#8b5566] bg-[#8b5566] p-[1%] pb-0 shadow-[0_22px_26px_-10px_rgb(50_40_30/0.5)]">
      <Page picture={pictures[0]} isLeft />
      <Page picture={pictures[1] ?? pictures[0]} />
    </span>
  );
}

function GiftCard({ worth }: { worth: string }): ReactNode {
  return (
    <span className="relative flex aspect-[1.6] w-[62%] -rotate-4 flex-col justify-end overflow-hidden rounded-[14px] bg-linear-135 from-[#e9737f] via-[#d1566d] to-[#8d3a63] p-[6%] text-white shadow-[0_20px_26px_-8px_rgb(90_30_50/0.55)]">
      <svg
        aria-hidden="true"
        viewBox="0 0 160 100"
        preserveAspectRatio="none"
        className="absolute inset-0 size-full"
      >
        <path d="M112 0h14v100h-14z" fill="#f7d794" opacity="0.95" />
        <path d="M0 40h160v12H0z" fill="#f7d794" opacity="0.95" />
        <path
          d="M119 46c-8-18-26-20-26-9 0 9 17 9 26 9zm0 0c8-18 26-20 26-9 0 9-17 9-26 9z"
          fill="#fbe6b4"
          stroke="#d9a956"
          strokeWidth="1.5"
        />
        <circle cx="119" cy="46" r="5" fill="#f2c877" />
      </svg>
      <strong className="relative font-display text-[clamp(1.1rem,2.2vw,1.9rem)] leading-none drop-shadow-sm">
        {worth}
      </strong>
    </span>
  );
}
