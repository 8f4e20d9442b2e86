import { useState } from "react";
import type { Crop } from "@/lib/album/media/crop";
import { cropToRatio } from "@/lib/album/media/paper-region";
import { mediumUrl, thumbnailUrl } from "@/lib/album/media/picture-urls";
import type { MediaItemDto } from "@/lib/album/media/schema";
import {
  type GiftProduct,
  type GiftSize,
  giftPrice,
  giftRatio,
  isGiftBlurred,
} from "@/lib/shared/gift-products";

/** A picture on a gift; `crop` is null if we choose the part. */
export interface PlacedPicture {
  item: MediaItemDto;
  crop: Crop | null;
}

const isUpright = ({ width, height }: Pick<MediaItemDto, "width" | "height">) => (height ?? 0) > (width ?? 0);

/** The part of a picture that is printed on this product. */
export function partOf(product: GiftProduct, size: GiftSize, { item, crop }: PlacedPicture): Crop | null {
  const { width, height } = item;
  if (!width || !height) return crop;
  return crop ?? cropToRatio(width, height, giftRatio(product, size, isUpright(item)));
}

export const ratioFor = (product: GiftProduct, size: GiftSize, picture: PlacedPicture | undefined) =>
  giftRatio(product, size, picture ? isUpright(picture.item) : false);

/** Whether the printed part may look blurry. */
export function isBlurred(product: GiftProduct, size: GiftSize, picture: PlacedPicture): boolean {
  const { width, height } = picture.item;
  const part = partOf(product, size, picture);
  if (!width || !height || !part) return false;
  return isGiftBlurred(product, size, { width: width * part.width, height: height * part.height });
}

/** A picture in the form the mock-up takes. */
export function mockOf(product: GiftProduct, size: GiftSize, picture: PlacedPicture, isSmall = false) {
  const { item } = picture;
  return { src: isSmall ? thumbnailUrl(item) : mediumUrl(item), crop: partOf(product, size, picture) };
}

/** A photo book that was laid out page by page. */
export interface LaidOutBook {
  id: string;
  title: string;
  /** The number of pages as bound. */
  pages: number;
}

/** The design of a product: size, pictures and their order; or the customer's own book. */
export function useGiftDesign(product: GiftProduct, book: LaidOutBook | null = null) {
  const [sizeId, setSizeId] = useState(product.sizes[0].id);
  const [quantity, setQuantity] = useState(1);
  const [pictures, setPictures] = useState<readonly PlacedPicture[]>([]);
  const size = product.sizes.find(({ id }) => id === sizeId) ?? product.sizes[0];
  const [least, most] = product.pictures;
  return {
    size,
    quantity,
    pictures,
    book,
    isComplete: book !== null || (pictures.length >= least && pictures.length <= most),
    total: giftPrice(product, size, book?.pages ?? pictures.length, quantity),
    setQuantity,
    chooseSize: (id: string) => {
      setSizeId(id);
      const next = product.sizes.find((one) => one.id === id);
      const isSameShape = next && giftRatio(product, next, false) === giftRatio(product, size, false);
      // A different shape needs a different crop.
      if (!isSameShape) setPictures((before) => before.map(({ item }) => ({ item, crop: null })));
    },
    choosePictures: (items: readonly MediaItemDto[]) =>
      setPictures((before) =>
        items.map((item) => before.find((one) => one.item.id === item.id) ?? { item, crop: null }),
      ),
    crop: (index: number, crop: Crop) =>
      setPictures((before) => before.map((one, at) => (at === index ? { ...one, crop } : one))),
    move: (index: number, by: -1 | 1) =>
      setPictures((before) => {
        const moved = [...before];
        const [picture] = moved.splice(index, 1);
        if (picture) moved.splice(index + by, 0, picture);
        return moved;
      }),
    remove: (index: number) => setPictures((before) => before.filter((_, at) => at !== index)),
  };
}
export type GiftDesign = ReturnType<typeof useGiftDesign>;
