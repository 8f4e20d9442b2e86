import { Building2, Heart, House, type LucideProps, Shield, Smile, Star, Users, Zap } from "lucide-react";
import type { UserDto } from "@/lib/account/accounts/schema";

const icons = {
  smile: Smile,
  building2: Building2,
  users: Users,
  zap: Zap,
  heart: Heart,
  home: House,
  star: Star,
  shield: Shield,
} as const;

type FamilyIconName = NonNullable<UserDto["currentFamily"]>["icon"];

/** The icon a family chose (specification 3). Decoration: the family's name is next to it. */
export function FamilyIcon({ icon, ...rest }: LucideProps & { icon: FamilyIconName }) {
  const Icon = icons[icon];
  return <Icon aria-hidden="true" {...rest} />;
}
