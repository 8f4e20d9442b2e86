"use client";

import { FlaskConical, Gauge, ImageIcon, Video } from "lucide-react";
import Link from "next/link";
import { openUploadDialog } from "@/components/album/uploads/upload-dialog-controller";
import { useAuth } from "@/components/session/session-auth-provider";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import type { LazyMenuContentProps } from "@/components/ui/lazy-menu";

/** The demo links of specification 2.5: tools for admins (product.md, Diagnostic pages). */
const demoLinks = [
  { href: "/video-upload-test", label: "Upload test", Icon: Gauge },
  { href: "/test-media", label: "Media and their files", Icon: FlaskConical },
];

export function UploadMenuContent({ trigger }: LazyMenuContentProps) {
  const { user } = useAuth();
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuItem onSelect={() => openUploadDialog({ filter: "image" })}>
          <ImageIcon aria-hidden="true" />
          Upload Photos
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={() => openUploadDialog({ filter: "video" })}>
          <Video aria-hidden="true" />
          Upload Videos
        </DropdownMenuItem>
        {user?.isAdmin && (
          <>
            <DropdownMenuSeparator />
            <DropdownMenuLabel>Demos and tests</DropdownMenuLabel>
            {demoLinks.map(({ href, label, Icon }) => (
              <DropdownMenuItem key={href} asChild>
                <Link href={href} prefetch={false}>
                  <Icon aria-hidden="true" />
                  {label}
                </Link>
              </DropdownMenuItem>
            ))}
          </>
        )}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
