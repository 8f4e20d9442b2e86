"use client";

import { Button } from "@/components/ui/button";
import { Dialog, DialogClose, DialogContent } from "@/components/ui/dialog";
import { installApp, useCanInstall } from "@/lib/service-worker/install-app";
import { type DevicePlatform, devicePlatform } from "@/lib/shared/device-platform";

const instructions: Record<DevicePlatform, { title: string; steps: (appName: string) => string[] }> = {
  ios: {
    title: "On your iPhone or iPad",
    steps: (appName) => [
      "Open this page in Safari.",
      "Tap the Share button, the square with an arrow pointing up.",
      "Scroll down and tap “Add to Home Screen”.",
      `Tap “Add”. ${appName} is now on your home screen.`,
    ],
  },
  android: {
    title: "On your Android phone",
    steps: (appName) => [
      "Open this page in Chrome.",
      "Tap the menu, the three dots at the top right.",
      "Tap “Add to Home screen” or “Install app”.",
      `Confirm. ${appName} is now on your home screen.`,
    ],
  },
  other: {
    title: "On your computer",
    steps: (appName) => [
      "Open this page in Chrome or Edge.",
      "Look for the install icon at the right end of the address bar.",
      `Click “Install”. ${appName} now opens in its own window.`,
      "For your phone, open this page on it to see the steps.",
    ],
  },
};

export interface DownloadAppDialogProps {
  appName: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** How to put the album on this device's home screen. */
export function DownloadAppDialog({ appName, open, onOpenChange }: DownloadAppDialogProps) {
  const canInstall = useCanInstall();
  const { title, steps } = instructions[devicePlatform(navigator.userAgent, navigator.maxTouchPoints)];
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        title="Download App"
        description={title}
        footer={
          canInstall ? (
            <>
              <DialogClose className="button button-secondary">Not now</DialogClose>
              <Button
                onClick={async () => {
                  if (await installApp()) onOpenChange(false);
                }}
              >
                Install
              </Button>
            </>
          ) : (
            <DialogClose className="button button-primary">Got it</DialogClose>
          )
        }
      >
        {canInstall && (
          <p className="mb-4">
            Your browser can do it for you: press Install. Or follow these steps, here or on another device:
          </p>
        )}
        <ol className="grid gap-3">
          {steps(appName).map((step, index) => (
            <li key={step} className="flex gap-3.5">
              <span
                aria-hidden="true"
                className="grid size-7 flex-none place-items-center rounded-full bg-accent-soft text-step--1 font-bold text-accent-strong"
              >
                {index + 1}
              </span>
              <span className="pt-0.5">{step}</span>
            </li>
          ))}
        </ol>
      </DialogContent>
    </Dialog>
  );
}
