import { UploadButton } from "@/components/album/media/upload-button";
import { EmptyState } from "@/components/ui/empty-state";

/** The feed of a family that has not uploaded anything. */
export function NoUploadsYet() {
  return (
    <EmptyState title="Nothing here yet" action={<UploadButton>Upload the first one</UploadButton>}>
      What your family uploads appears here, newest first.
    </EmptyState>
  );
}
