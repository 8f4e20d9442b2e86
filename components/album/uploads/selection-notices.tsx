import { nameFiles } from "@/components/album/uploads/name-files";
import { useUploadLimits } from "@/components/album/uploads/use-upload-limits";
import { type FileFilter, typeLabels } from "@/lib/album/uploads/file-rules";
import type { UploadLimits } from "@/lib/album/uploads/schema";

export interface SelectionNoticesProps {
  filter: FileFilter;
  unsupported: File[];
  /** The iPhone (HEIC) photos among them, if the server doesn't accept those. */
  heic: File[];
  isNothingChosen: boolean;
}

/** Specification 5. */
function supported(filter: FileFilter, limits: UploadLimits): string {
  if (filter === "all") return "images and videos";
  return `${filter}s (${typeLabels(filter, limits).join(", ")})`;
}

/** Why files were not accepted, shown in place until the next choice. */
export function SelectionNotices({ filter, unsupported, heic, isNothingChosen }: SelectionNoticesProps) {
  const limits = useUploadLimits();
  const others = unsupported.filter((file) => !heic.includes(file));
  return (
    <div role="alert" className="space-y-3 empty:hidden">
      {isNothingChosen && (
        <p className="rounded-2xl bg-accent-soft px-4 py-3 font-semibold">
          No files selected: Please select at least one file to upload.
        </p>
      )}
      {unsupported.length > 0 && (
        <div className="space-y-1.5 rounded-2xl bg-honey-soft px-4 py-3">
          <p className="font-semibold">
            Unsupported file type(s): Only {supported(filter, limits)} are supported
          </p>
          {others.length > 0 && <p className="text-step--1 wrap-anywhere">Not added: {nameFiles(others)}</p>}
          {heic.length > 0 && (
            <div className="space-y-1.5 text-step--1">
              <p className="wrap-anywhere">
                {nameFiles(heic)} {heic.length === 1 ? "is an iPhone photo" : "are iPhone photos"} in Apple's
                HEIC format, which many devices can't show.
              </p>
              <p>
                Upload {heic.length === 1 ? "it" : "them"} from the iPhone itself and{" "}
                {heic.length === 1 ? "it's" : "they're"} converted automatically. On a Mac, open{" "}
                {heic.length === 1 ? "it" : "them"} in Preview and choose File, Export, JPEG. For new photos:
                Settings, Camera, Formats, Most Compatible.
              </p>
            </div>
          )}
        </div>
      )}
    </div>
  );
}
