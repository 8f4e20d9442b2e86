"use client";

import { Clock, Heart, House, Search, Upload } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { openUploadDialog } from "@/components/album/uploads/upload-dialog-controller";
import { cn } from "@/components/ui/class-names";

const before = [
  { href: "/", label: "Home", Icon: House },
  { href: "/search", label: "Search", Icon: Search },
] as const;
const after = [
  { href: "/favorites", label: "Loved", Icon: Heart },
  { href: "/latest-uploads", label: "Latest", Icon: Clock },
] as const;

/** The navigation within a thumb's reach, under 768 px only. */
export function BottomBar() {
  const pathname = usePathname();
  const link = ({ href, label, Icon }: (typeof before)[number] | (typeof after)[number]) => (
    <Link
      key={href}
      href={href}
      aria-current={pathname === href ? "page" : undefined}
      className={cn(
        "grid min-h-12 content-center justify-items-center gap-0.5 rounded-xl text-[0.72rem] font-semibold",
        pathname === href ? "text-accent-strong" : "text-ink-soft",
      )}
    >
      <Icon aria-hidden="true" className="size-[21px]" strokeWidth={1.9} />
      {label}
    </Link>
  );
  return (
    <nav
      aria-label="Main"
      data-bottom-bar
      className="fixed inset-x-0 bottom-0 z-20 grid grid-cols-5 items-center border-t border-line bg-card/92 px-1.5 pt-1.5 pb-[max(10px,env(safe-area-inset-bottom))] backdrop-blur-lg md:hidden"
    >
      {before.map(link)}
      <button
        type="button"
        aria-label="Upload"
        aria-haspopup="dialog"
        onClick={() => openUploadDialog({ filter: "all" })}
        className="mx-auto -mt-6 grid size-[52px] place-items-center rounded-full bg-accent-strong text-on-accent shadow-2"
      >
        <Upload aria-hidden="true" className="size-[22px]" strokeWidth={1.9} />
      </button>
      {after.map(link)}
    </nav>
  );
}
