"use client";

import { useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ShareableLink } from "@/components/ui/shareable-link";

export interface InvitationLinkCardProps {
  url: string;
  username: string;
  email: string;
  appName: string;
  familyName: string;
  /** Whether the link is also being emailed. */
  isMailed: boolean;
  onDone: () => void;
}

/** A newly created link; it is shown only once. */
export function InvitationLinkCard(props: InvitationLinkCardProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { url } = props;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another link is another thing to hear about
  useEffect(() => heading.current?.focus(), [url]);
  return (
    <Card aria-labelledby="invitation-link" className="scroll-mt-24">
      <h2 id="invitation-link" ref={heading} tabIndex={-1} className="outline-none wrap-anywhere">
        The invitation for {props.email} is ready
      </h2>
      <p className="mt-1.5 mb-5 text-ink-soft">
        {props.isMailed
          ? "It's on its way by email. You can also share the link yourself."
          : "Email isn't set up, so nothing was sent. Copy the link and send it yourself."}{" "}
        It works once, for 7 days, and is shown only now. They will sign in as{" "}
        <strong className="text-ink">{props.username}</strong>.
      </p>
      <ShareableLink
        url={url}
        qrLabel={`QR code of the invitation for ${props.email}`}
        shareTitle={props.familyName}
        shareText={`Join ${props.familyName} on ${props.appName}:`}
      />
      <Button variant="ghost" className="mt-2" onClick={props.onDone}>
        Done
      </Button>
    </Card>
  );
}
