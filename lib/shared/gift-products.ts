import { poundsText } from "@/lib/shared/currency";

/** One size a product is sold in. Prices are in pence, including postage and packing. */
export interface GiftSize {
  id: string;
  /** null: a gift card is named by its value. */
  label: string | null;
  price: number;
  /** The printed area: longer side, shorter side, in millimetres; null on a gift card. */
  paper: readonly [number, number] | null;
}

export interface GiftProduct {
  id: GiftProductId;
  name: string;
  /** A one-sentence description. */
  about: string;
  sizes: readonly [GiftSize, ...GiftSize[]];
  /** How many pictures fit on one. */
  pictures: readonly [least: number, most: number];
  /** Whether it is rotated to fit an upright picture. */
  isTurned: boolean;
  /** Dots per inch of the lab's file. */
  dpi: number;
  /** Below this many dots per inch, missing detail becomes visible. */
  leastDpi: number;
  /** Pence for each picture above the minimum. */
  extraPicture: number;
}

export const giftProductIds = ["framed-print", "canvas", "mug", "photo-book", "gift-card"] as const;
export type GiftProductId = (typeof giftProductIds)[number];

const one = [1, 1] as const;

/** What the gift shop sells (product.md, Gift shop). The server's prices come from here and nowhere else. */
export const giftProducts: readonly GiftProduct[] = [
  {
    id: "framed-print",
    name: "Framed print",
    about: "A print behind glass, in a frame of pale oak with a wide white mount. Ready to hang.",
    sizes: [
      { id: "25x20", label: "25 × 20 cm", price: 2200, paper: [250, 200] },
      { id: "40x30", label: "40 × 30 cm", price: 3400, paper: [400, 300] },
      { id: "50x40", label: "50 × 40 cm", price: 4800, paper: [500, 400] },
    ],
    pictures: one,
    isTurned: true,
    dpi: 200,
    leastDpi: 130,
    extraPicture: 0,
  },
  {
    id: "canvas",
    name: "Canvas",
    about: "Your photo on cotton canvas, stretched over a wooden frame 2 cm deep.",
    sizes: [
      { id: "30x20", label: "30 × 20 cm", price: 1900, paper: [300, 200] },
      { id: "45x30", label: "45 × 30 cm", price: 2900, paper: [450, 300] },
      { id: "60x40", label: "60 × 40 cm", price: 4200, paper: [600, 400] },
    ],
    pictures: one,
    isTurned: true,
    dpi: 150,
    leastDpi: 90,
    extraPicture: 0,
  },
  {
    id: "mug",
    name: "Mug",
    about: "A white 330 ml mug with your photo on the front. Dishwasher safe.",
    sizes: [{ id: "330ml", label: "330 ml", price: 1300, paper: [90, 80] }],
    pictures: one,
    isTurned: false,
    dpi: 300,
    leastDpi: 150,
    extraPicture: 0,
  },
  {
    id: "photo-book",
    name: "Photo book",
    about: "A hardback with one photo on each page, in the order you choose. 20 to 40 photos.",
    sizes: [
      { id: "21x21", label: "21 × 21 cm", price: 2900, paper: [210, 210] },
      { id: "30x30", label: "30 × 30 cm", price: 4500, paper: [300, 300] },
    ],
    pictures: [20, 40],
    isTurned: false,
    dpi: 200,
    leastDpi: 120,
    extraPicture: 70,
  },
  {
    id: "gift-card",
    name: "Gift card",
    about: "A code for anything in this shop. It's emailed right away, and the balance doesn't expire.",
    sizes: [
      { id: "10", label: null, price: 1000, paper: null },
      { id: "25", label: null, price: 2500, paper: null },
      { id: "50", label: null, price: 5000, paper: null },
      { id: "100", label: null, price: 10_000, paper: null },
    ],
    pictures: [0, 0],
    isTurned: false,
    dpi: 0,
    leastDpi: 0,
    extraPicture: 0,
  },
];

export const maxGiftQuantity = 10;

/** A gift card is a code, and each person can use a code only once, so one at a time. */
export const maxQuantity = (product: Pick<GiftProduct, "id">) =>
  product.id === "gift-card" ? 1 : maxGiftQuantity;
export const maxGiftMessage = 300;

/** The product and size with these names, together. */
export function findGift(
  productId: string,
  sizeId: string,
): { product: GiftProduct; size: GiftSize } | undefined {
  const product = giftProducts.find(({ id }) => id === productId);
  const size = product?.sizes.find(({ id }) => id === sizeId);
  return product && size && { product, size };
}

/** Formats "25 × 20 cm", or "£25" for a gift card. */
export const giftSizeLabel = ({ label, price }: GiftSize, locale: string): string =>
  label ?? poundsText(price, locale);

/** The price of this many of a product, in pence. */
export function giftPrice(product: GiftProduct, size: GiftSize, pictures: number, quantity: number): number {
  return (size.price + Math.max(0, pictures - product.pictures[0]) * product.extraPicture) * quantity;
}

const inch = 25.4;

/**
 * Millimetres in the picture's orientation: longer side across, unless the product is rotated for an upright picture.
 */
function orientedSize(product: GiftProduct, size: GiftSize, isUpright: boolean): readonly [number, number] {
  const [longer, shorter] = size.paper ?? [1, 1];
  return product.isTurned && isUpright ? [shorter, longer] : [longer, shorter];
}

/** Aspect ratio (width by height) of the printed area. */
export function giftRatio(product: GiftProduct, size: GiftSize, isUpright: boolean): number {
  const [width, height] = orientedSize(product, size, isUpright);
  return width / height;
}

/** Pixels of the lab's file: width, height. */
export function giftPixels(
  product: GiftProduct,
  size: GiftSize,
  isUpright: boolean,
): readonly [number, number] {
  const [width, height] = orientedSize(product, size, isUpright);
  const pixels = (millimetres: number) => Math.round((millimetres / inch) * product.dpi);
  return [pixels(width), pixels(height)];
}

/** Whether a part with this many pixels is too small for its size, so it may look blurry. */
export function isGiftBlurred(
  product: GiftProduct,
  size: GiftSize,
  { width, height }: { width: number; height: number },
): boolean {
  const [wide, high] = orientedSize(product, size, height > width);
  const least = (millimetres: number) => (millimetres / inch) * product.leastDpi;
  return width < least(wide) - 1 || height < least(high) - 1;
}
