import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { usePreferences } from "@/components/ui/preferences";
import { numberText } from "@/lib/shared/counted";

export type RecognitionQuestion = "allow-faces" | "erase-faces";

export interface RecognitionDialogsProps {
  question: RecognitionQuestion | null;
  facesCount: number;
  isBusy: boolean;
  onClose: () => void;
  /** Receives whether to look for faces from now on. */
  onAnswer: (faces: boolean) => void;
}

function describeErased(count: number, appName: string): string {
  if (count === 0) return `${appName} will stop looking for faces and forget everything it knows about them.`;
  const faces = count === 1 ? "The one face" : `All ${numberText(count)} faces`;
  return `${faces} that ${appName} knows, and their groups and names, are erased immediately, and it stops looking.`;
}

/** The two questions about faces: consent before switching on, and deletion after switching off. */
export function RecognitionDialogs({
  question,
  facesCount,
  isBusy,
  onClose,
  onAnswer,
}: RecognitionDialogsProps) {
  const { appName } = usePreferences();
  const onOpenChange = (isOpen: boolean) => !isOpen && onClose();
  return (
    <>
      <ConfirmDialog
        open={question === "allow-faces"}
        onOpenChange={onOpenChange}
        title="Look for faces in your family's photos?"
        description="Faces are personal, so please ask the people in your album first. Everything stays in this server's database; it never leaves your family and you can erase it at any time. To leave a child's face out, first mark it under Manage Users, Family members."
        confirmLabel="Look for faces"
        variant="primary"
        isBusy={isBusy}
        onConfirm={() => onAnswer(true)}
      />
      <ConfirmDialog
        open={question === "erase-faces"}
        onOpenChange={onOpenChange}
        title="Erase all faces?"
        description={`${describeErased(facesCount, appName)} Photos and tags stay as they are. This can't be undone.`}
        confirmLabel="Erase all faces"
        isBusy={isBusy}
        onConfirm={() => onAnswer(false)}
      />
    </>
  );
}
