import { Download, RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "@/components/ui/class-names";

export interface ViewerNoticeProps {
  icon: ReactNode;
  title: string;
  children: ReactNode;
  onRetry?: () => void;
  isRetrying?: boolean;
  downloadHref?: string;
}

const action =
  "flex min-h-11 items-center gap-2 rounded-full bg-white/12 px-5 font-semibold hover:bg-white/20";

/** A friendly note in the viewer when there is no picture to show. */
export function ViewerNotice({
  icon,
  title,
  children,
  onRetry,
  isRetrying = false,
  downloadHref,
}: ViewerNoticeProps) {
  return (
    <div className="absolute inset-0 grid content-center justify-items-center gap-3 px-6 text-center text-white [&>svg]:size-10 [&>svg]:stroke-[1.6]">
      {icon}
      <p className="font-display text-step-1">{title}</p>
      <p className="max-w-md text-white/80">{children}</p>
      <div className="mt-2 flex flex-wrap justify-center gap-3">
        {onRetry && (
          <button type="button" className={action} onClick={onRetry} aria-disabled={isRetrying}>
            <RotateCw aria-hidden="true" className={cn("size-5", isRetrying && "animate-spin")} />
            Try again
          </button>
        )}
        {downloadHref && (
          <a href={downloadHref} download className={action}>
            <Download aria-hidden="true" className="size-5" />
            Download the original
          </a>
        )}
      </div>
    </div>
  );
}
