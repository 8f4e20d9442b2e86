import {
  Bell,
  History,
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
import { type NotificationKind, notificationKinds } from "@/lib/shared/notification-kinds";

const icons: Record<(typeof notificationKinds)[NotificationKind]["icon"], LucideIcon> = {
  history: History,
  images: Images,
  key: KeyRound,
  megaphone: Megaphone,
  message: MessageCircle,
  newspaper: Newspaper,
  package: Package,
  smile: Smile,
};
const tones = {
  accent: "bg-accent-soft text-accent-strong",
  honey: "bg-honey-soft text-ink",
  leaf: "bg-leaf-soft text-leaf",
  plain: "bg-sunk text-ink-soft",
};

/** The small icon of a notification's kind. */
export function NotificationIcon({ kind }: { kind: NotificationKind }) {
  // A server updated after this page was loaded may know more kinds.
  const { icon, tone } = notificationKinds[kind] ?? { tone: "plain" };
  const Icon = icon ? icons[icon] : Bell;
  return (
    <span className={cn("grid size-11 flex-none place-items-center rounded-full", tones[tone])}>
      <Icon aria-hidden="true" className="size-[21px]" strokeWidth={1.9} />
    </span>
  );
}
