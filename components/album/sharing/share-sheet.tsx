import { Mail, MessageCircle, Share2 } from "lucide-react";
import { Button, buttonClasses } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { ShareableLink } from "@/components/ui/shareable-link";
import { mailLink, messagingLink } from "@/lib/album/sharing/client/share";
import type { Shareable } from "@/lib/album/sharing/client/shareable";

export interface ShareSheetProps {
  content: Shareable;
  onClose: () => void;
}

/** For computers without native sharing: the ways to share a link, and who can open it. */
export function ShareSheet({ content, onClose }: ShareSheetProps) {
  const { title, text, url } = content;
  const look = buttonClasses({ variant: "secondary" });
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent
        title="Share"
        description={`Only people in ${title} can open this link, once they're signed in. Anyone else who gets it sees your family's name and no photos.`}
        className="md:w-[min(640px,calc(100vw-48px))]"
      >
        <ShareableLink url={url} qrLabel="QR code of the link" shareTitle={title} shareText={text}>
          <a href={messagingLink(content)} target="_blank" rel="noopener noreferrer" className={look}>
            <MessageCircle aria-hidden="true" />
            WhatsApp
          </a>
          <a href={mailLink(content)} className={look}>
            <Mail aria-hidden="true" />
            Email
          </a>
          {typeof navigator.share === "function" && (
            // Someone who closes it has changed their mind; nothing failed.
            <Button
              variant="ghost"
              onClick={() => void navigator.share({ title, text, url }).catch(() => {})}
            >
              <Share2 aria-hidden="true" />
              More
            </Button>
          )}
        </ShareableLink>
      </DialogContent>
    </Dialog>
  );
}
