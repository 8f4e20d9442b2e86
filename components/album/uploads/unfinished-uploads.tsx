import { RotateCw } from "lucide-react";
import { Button } from "@/components/ui/button";
import { isKept, type KeptUpload, type UnfinishedUpload } from "@/lib/album/uploads/client/resume-store";
import { sizeLabel } from "@/lib/album/uploads/file-rules";
import { formatMonth } from "@/lib/shared/months";

export interface UnfinishedUploadsProps {
  uploads: readonly UnfinishedUpload[];
  onResume: (upload: KeptUpload) => void;
  onForget: (upload: UnfinishedUpload) => void;
}

/** Large files whose upload was interrupted by a reload or a closed tab. */
export function UnfinishedUploads({ uploads, onResume, onForget }: UnfinishedUploadsProps) {
  if (uploads.length === 0) return null;
  return (
    <ul aria-label="Unfinished uploads" className="space-y-3">
      {uploads.map((upload) => (
        <li
          key={upload.uploadId}
          className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-3xl bg-leaf-soft px-5 py-4"
        >
          <RotateCw aria-hidden="true" className="size-6 flex-none max-md:hidden" strokeWidth={1.7} />
          <div className="min-w-[200px] flex-1">
            <p className="font-semibold wrap-anywhere">Continue uploading {upload.file.name}?</p>
            <p className="text-step--1 text-ink-soft">
              {sizeLabel(upload.file.size)}, for {formatMonth(upload)}. What has already been uploaded is
              saved.
              {!isKept(upload) && " Choose the file again, and it continues where it stopped."}
            </p>
          </div>
          <div className="flex gap-2 max-md:w-full max-md:[&>button]:flex-1">
            <Button
              variant="ghost"
              size="small"
              onClick={() => onForget(upload)}
              aria-label={`Discard ${upload.file.name}`}
            >
              Discard
            </Button>
            {isKept(upload) && (
              <Button
                size="small"
                onClick={() => onResume(upload)}
                aria-label={`Continue with ${upload.file.name}`}
              >
                Continue
              </Button>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}
