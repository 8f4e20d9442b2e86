"use client";

import { ArrowLeft, ChevronRight, Gem, LogOut, Printer, Server, ShieldCheck, UsersRound } from "lucide-react";
import Link from "next/link";
import { useRef, useState } from "react";
import { type AdminGroup, adminGroupsOf, videoDemos } from "@/components/operations/admin/admin-pages";
import { useAuth } from "@/components/session/session-auth-provider";
import { MenuDisclosure, MenuLinks } from "@/components/shell/layout/menu-disclosure";
import { ThemeRadios } from "@/components/shell/layout/theme-radios";
import { canUpgrade, menuGroupsOf, superAdminEntries } from "@/components/shell/layout/user-menu-entries";
import { InstallItem } from "@/components/shell/pwa/install-item";
import { Button, buttonClasses } from "@/components/ui/button";
import { Dialog, DialogContent, DialogTrigger } from "@/components/ui/dialog";
import { fetchedPart } from "@/components/ui/fetched-part";
import type { LazyMenuContentProps } from "@/components/ui/lazy-menu";
import type { UserDto } from "@/lib/account/accounts/schema";
import { appNameOfPage } from "@/lib/service-worker/install-app";

const DownloadAppDialog = fetchedPart(
  async () => (await import("@/components/account/accounts/download-app-dialog")).DownloadAppDialog,
);

const adminIcons = { Family: UsersRound, Prints: Printer, Server } as const satisfies Record<
  AdminGroup["name"],
  typeof Server
>;

interface AccountPanelProps {
  user: UserDto;
  /** On the way back from the administration panel, focus returns to the button that led there. */
  isBack: boolean;
  /** Called when a link is followed: the menu closes. */
  onFollow: () => void;
  onAdministration: () => void;
  onInstructions: () => void;
}

/** Focuses a button that replaces one whose panel disappeared. */
const focus = (button: HTMLElement | null) => button?.focus();

/** The groups of specification 2.5, one open at a time. */
function AccountPanel({ user, isBack, onFollow, onAdministration, onInstructions }: AccountPanelProps) {
  const [openGroup, setOpenGroup] = useState<string | null>(null);
  return (
    <>
      {canUpgrade(user) && (
        <Link
          href="/billing"
          onClick={onFollow}
          className={buttonClasses({ variant: "secondary" }, "mb-2 w-full text-accent-strong")}
        >
          <Gem aria-hidden="true" />
          Upgrade Plan
        </Link>
      )}
      <ul>
        {user.isSuperAdmin && (
          <li>
            <MenuLinks entries={superAdminEntries} onFollow={onFollow} />
          </li>
        )}
        {menuGroupsOf(user).map(({ name, Icon, entries }) => (
          <MenuDisclosure
            key={name}
            name={name}
            Icon={Icon}
            isOpen={openGroup === name}
            onToggle={() => setOpenGroup(openGroup === name ? null : name)}
          >
            <MenuLinks entries={entries} onFollow={onFollow} />
            {name === "Settings" && (
              <>
                <ThemeRadios />
                <InstallItem onInstructions={onInstructions} onDone={onFollow} />
              </>
            )}
          </MenuDisclosure>
        ))}
        {user.isAdmin && (
          <li>
            <button
              type="button"
              ref={isBack ? focus : undefined}
              onClick={onAdministration}
              className="menu-item w-full py-2 text-left font-semibold"
            >
              <ShieldCheck aria-hidden="true" />
              <span className="min-w-0 flex-1">Administration</span>
              <ChevronRight aria-hidden="true" />
            </button>
          </li>
        )}
      </ul>
    </>
  );
}

interface AdministrationPanelProps {
  user: UserDto;
  onFollow: () => void;
  onBack: () => void;
}

/** The pages for the family's admins. */
function AdministrationPanel({ user, onFollow, onBack }: AdministrationPanelProps) {
  const [openGroup, setOpenGroup] = useState<string | null>(null);
  return (
    <>
      <button type="button" ref={focus} onClick={onBack} className="menu-item mb-1 w-full py-2 text-left">
        <ArrowLeft aria-hidden="true" />
        Back to your account
      </button>
      <h3 className="px-3.5 py-1.5 text-step-1">Administration</h3>
      <ul>
        {adminGroupsOf(user).map(({ name, pages }) => (
          <MenuDisclosure
            key={name}
            name={name}
            Icon={adminIcons[name]}
            isOpen={openGroup === name}
            onToggle={() => setOpenGroup(openGroup === name ? null : name)}
          >
            <MenuLinks entries={name === "Server" ? [...pages, videoDemos] : pages} onFollow={onFollow} />
          </MenuDisclosure>
        ))}
      </ul>
    </>
  );
}

/** The account menu: a card under its button, on phones a sheet. Log out always stays in view. */
export function UserMenuContent({ trigger }: LazyMenuContentProps) {
  const { user, logout } = useAuth();
  const [isOpen, setOpen] = useState(true);
  const [view, setView] = useState<"account" | "administration" | "back">("account");
  const [areInstructionsOpen, setInstructionsOpen] = useState(false);
  const panel = useRef<HTMLElement>(null);

  function change(next: boolean) {
    setOpen(next);
    if (next) setView("account");
  }

  const close = () => change(false);
  return (
    <>
      <Dialog open={isOpen} onOpenChange={change}>
        <DialogTrigger asChild>{trigger}</DialogTrigger>
        {user && (
          <DialogContent
            title={<span className="block text-step-1 wrap-anywhere">{user.displayName}</span>}
            description={user.email && <span className="block text-step--1 wrap-anywhere">{user.email}</span>}
            className="account-menu"
            overlayClassName="md:bg-transparent"
            onOpenAutoFocus={(event) => {
              event.preventDefault();
              panel.current?.querySelector<HTMLElement>("a, button")?.focus();
            }}
            footer={
              <Button variant="secondary" className="md:w-full" onClick={() => void logout()}>
                <LogOut aria-hidden="true" />
                Log out
              </Button>
            }
          >
            <nav
              ref={panel}
              aria-label="Your account"
              className="-mx-2 min-h-0 flex-1 overflow-y-auto px-0.5"
            >
              {view === "administration" ? (
                <AdministrationPanel user={user} onFollow={close} onBack={() => setView("back")} />
              ) : (
                <AccountPanel
                  user={user}
                  isBack={view === "back"}
                  onFollow={close}
                  onAdministration={() => setView("administration")}
                  onInstructions={() => setInstructionsOpen(true)}
                />
              )}
            </nav>
          </DialogContent>
        )}
      </Dialog>
      {areInstructionsOpen && (
        <DownloadAppDialog appName={appNameOfPage()} open onOpenChange={setInstructionsOpen} />
      )}
    </>
  );
}
