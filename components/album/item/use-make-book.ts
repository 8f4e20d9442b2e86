import { useRouter } from "next/navigation";
import { toastFailure } from "@/components/forms/toast-failure";
import { bookPath, createBook } from "@/lib/album/books/client/queries";
import type { MediaItemDto } from "@/lib/album/media/schema";
import { randomKey } from "@/lib/shared/random-key";

/** Creates a book from selected photos and opens it. */
export function useMakeBook(): (photos: readonly MediaItemDto[]) => Promise<void> {
  const router = useRouter();
  return async (photos) => {
    const source = { mediaIds: photos.map(({ id }) => id) };
    try {
      const { id } = await createBook({ kind: "book", format: "square", source }, randomKey());
      router.push(bookPath(id));
    } catch (error) {
      toastFailure("The book could not be created", error);
    }
  };
}
