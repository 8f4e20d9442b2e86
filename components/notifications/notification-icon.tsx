import {
  Bell,
  Images,
  KeyRound,
  type LucideIcon,
  Megaphone,
  MessageCircle,
  Newspaper,
  Package,
  Smile,
} from "lucide-react";
import { cn } from "@/components/ui/class-names";
import type { NotificationKindDto } from "@/lib/features/notifications/schema";

const looks: Record<NotificationKindDto, { Icon: LucideIcon; tone: string }> = {
  tagged: { Icon: Smile, tone: "bg-accent-soft text-accent-strong" },
  comment: { Icon: MessageCircle, tone: "bg-accent-soft text-accent-strong" },
  newPictures: { Icon: Images, tone: "bg-leaf-soft text-leaf" },
  notice: { Icon: Newspaper, tone: "bg-honey-soft text-ink" },
  printOrder: { Icon: Package, tone: "bg-leaf-soft text-leaf" },
  adminMessage: { Icon: Megaphone, tone: "bg-honey-soft text-ink" },
  account: { Icon: KeyRound, tone: "bg-sunk text-ink-soft" },
};

/** The little picture of a notification's kind. */
export function NotificationIcon({ kind }: { kind: NotificationKindDto }) {
  const { Icon, tone } = looks[kind] ?? { Icon: Bell, tone: "bg-sunk text-ink-soft" };
  return (
    <span className={cn("grid size-11 flex-none place-items-center rounded-full", tone)}>
      <Icon aria-hidden="true" className="size-[21px]" strokeWidth={1.9} />
    </span>
  );
}
