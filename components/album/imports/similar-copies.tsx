import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { fetchedPart } from "@/components/ui/fetched-part";
import { similarCopiesOptions } from "@/lib/album/imports/client/queries";
import { thumbnailUrl } from "@/lib/album/media/picture-urls";
import { similarOptions } from "@/lib/album/similar/client/queries";
import { counted } from "@/lib/shared/counted";

const SimilarDialog = fetchedPart(
  async () => (await import("@/components/album/similar/similar-dialog")).SimilarDialog,
);

/** Imported items that look like other photos: nothing is removed before someone has seen both. */
export function SimilarCopies({ importId }: { importId: string }) {
  const { data, refetch } = useQuery(similarCopiesOptions(importId));
  const [openId, setOpenId] = useState<string | null>(null);
  if (!data || data.mediaIds.length === 0) return null;
  const heading = `similar-${importId}`;
  return (
    <section aria-labelledby={heading} className="my-3">
      <h3 id={heading} className="font-semibold">
        {counted(data.mediaIds.length, "photo")}
        {data.nextCursor && " and more"} may be in the album more than once
      </h3>
      <p className="mb-2 text-step--1 text-ink-soft">
        Perhaps in another size, or taken moments apart. Open one to compare them and choose which to keep.
      </p>
      <ul className="flex flex-wrap gap-2">
        {data.mediaIds.map((id, at) => (
          <li key={id}>
            <button
              type="button"
              onClick={() => setOpenId(id)}
              aria-label={`Compare photo ${at + 1}`}
              className="block overflow-hidden rounded-xl"
            >
              <img src={thumbnailUrl({ id, mediaType: "image" })} alt="" className="size-20 object-cover" />
            </button>
          </li>
        ))}
      </ul>
      {openId && (
        <Comparison
          key={openId}
          id={openId}
          onClose={() => {
            setOpenId(null);
            void refetch();
          }}
        />
      )}
    </section>
  );
}

function Comparison({ id, onClose }: { id: string; onClose: () => void }) {
  const { data } = useQuery(similarOptions(id));
  return data && <SimilarDialog similar={data} onClose={onClose} onTrashed={onClose} />;
}
