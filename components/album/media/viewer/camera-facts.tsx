import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { Fact } from "@/components/album/media/media-facts";
import { mapPathAt } from "@/lib/album/map/client/queries";
import { factsOptions } from "@/lib/album/media/client/item-queries";
import { formatCamera, formatExposure, formatPlace } from "@/lib/album/media/facts-text";

/** Zoom that shows a town and its surroundings. */
const placeZoom = 13;

/** An item's camera and place; renders nothing until they are known, or if they can't be loaded. */
export function CameraFacts({ mediaId }: { mediaId: string }) {
  const { data } = useQuery(factsOptions(mediaId));
  if (!data) return null;
  const shown = [
    { label: "Camera", value: formatCamera(data) },
    { label: "Lens", value: data.lens },
    { label: "Settings", value: formatExposure(data) },
    {
      label: "Place",
      value: data.place && (
        <Link href={mapPathAt(data.place, placeZoom)} prefetch={false} className="text-link">
          {formatPlace(data.place)}
        </Link>
      ),
    },
  ].filter(({ value }) => value !== null);
  if (shown.length === 0) return null;
  return (
    <dl className="mt-3.5 grid gap-3.5">
      {shown.map(({ label, value }) => (
        <Fact key={label} label={label}>
          <span className="wrap-anywhere">{value}</span>
        </Fact>
      ))}
    </dl>
  );
}
