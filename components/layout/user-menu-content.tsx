"use client";

import { Heart, LogOut, Monitor, Moon, Settings, ShieldCheck, Sun } from "lucide-react";
import Link from "next/link";
import { useTheme } from "next-themes";
import { useAuth } from "@/components/accounts/session-auth-provider";
import type { LazyMenuContentProps } from "@/components/layout/lazy-menu";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";

const themes = [
  { value: "system", label: "As on this device", Icon: Monitor },
  { value: "light", label: "Light", Icon: Sun },
  { value: "dark", label: "Dark", Icon: Moon },
] as const;

export function UserMenuContent({ trigger }: LazyMenuContentProps) {
  const { user, logout } = useAuth();
  const { theme, setTheme } = useTheme();
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuLabel>
          <span className="block text-step-0 font-semibold text-ink">{user?.username}</span>
          {user?.email && <span className="block max-w-[30ch] truncate">{user.email}</span>}
        </DropdownMenuLabel>
        <DropdownMenuSeparator />
        {user?.isSuperAdmin ? (
          <DropdownMenuItem asChild>
            <Link href="/super-admin">
              <ShieldCheck aria-hidden="true" />
              Super Admin Dashboard
            </Link>
          </DropdownMenuItem>
        ) : (
          user?.currentFamily && (
            <>
              <DropdownMenuItem asChild>
                <Link href="/favorites">
                  <Heart aria-hidden="true" />
                  Favorites
                </Link>
              </DropdownMenuItem>
              <DropdownMenuItem asChild>
                <Link href="/settings">
                  <Settings aria-hidden="true" />
                  Settings
                </Link>
              </DropdownMenuItem>
            </>
          )
        )}
        <DropdownMenuSeparator />
        <DropdownMenuLabel id="theme-choice">Look</DropdownMenuLabel>
        <DropdownMenuRadioGroup
          aria-labelledby="theme-choice"
          value={theme ?? "system"}
          onValueChange={setTheme}
        >
          {themes.map(({ value, label, Icon }) => (
            <DropdownMenuRadioItem key={value} value={value}>
              <Icon aria-hidden="true" />
              {label}
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
        <DropdownMenuSeparator />
        <DropdownMenuItem onSelect={() => void logout()}>
          <LogOut aria-hidden="true" />
          Log out
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
