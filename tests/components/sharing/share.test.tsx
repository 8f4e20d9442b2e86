import { act, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { axe } from "jest-axe";
import { ShareAlbum } from "@/components/album/sharing/share-album";
import { ShareSheetMount } from "@/components/album/sharing/share-sheet-mount";
import { messagingLink, share, sharedAddress } from "@/lib/album/sharing/client/share";
import { shareGuardMs, shareText } from "@/lib/album/sharing/sharing-text";

const content = {
  title: "The Okafors",
  text: shareText("The Okafors & Söhne"),
  url: "https://album.test/view-image/1?album=abc",
};
const open = jest.fn();
// Every test begins long after the one before.
let now = Date.now();

function withDevice(nativeShare: ((data: ShareData) => Promise<void>) | undefined) {
  Object.defineProperty(navigator, "share", { configurable: true, value: nativeShare });
}

/** With a mouse, or with a finger. */
function withPointer(pointer: "fine" | "coarse") {
  window.matchMedia = ((query: string) => ({
    matches: query.includes("pointer: fine") && pointer === "fine",
  })) as typeof window.matchMedia;
}

beforeEach(() => {
  withPointer("coarse");
  now += 1_000_000;
  jest.useFakeTimers({ now, doNotFake: ["queueMicrotask"] });
  open.mockClear();
  window.open = open;
  withDevice(undefined);
});
afterEach(() => jest.useRealTimers());

test("sharing uses the device's share function, with the album title", async () => {
  const native = jest.fn(async () => {});
  withDevice(native);
  expect(await share(content)).toBe("shared");
  expect(native).toHaveBeenCalledWith(content);
  expect(open).not.toHaveBeenCalled();
});

test("without one it opens a messaging app's share link in a new window, with URL-encoded text", async () => {
  expect(await share(content)).toBe("opened");
  const [address, target, features] = open.mock.calls[0] as string[];
  expect(address).toBe(messagingLink(content));
  expect(address).toMatch(/^https:\/\/wa\.me\/\?text=[\w%.!~*'()-]+$/);
  expect(new URL(address ?? "").searchParams.get("text")).toBe(`${content.text} ${content.url}`);
  expect([target, features]).toEqual(["_blank", "noopener,noreferrer"]);
});

test("a second share within 2000 ms is ignored, a later one is not", async () => {
  expect(await share(content)).toBe("opened");
  jest.advanceTimersByTime(shareGuardMs - 1);
  expect(await share(content)).toBe("ignored");
  expect(open).toHaveBeenCalledTimes(1);
  jest.advanceTimersByTime(1);
  expect(await share(content)).toBe("opened");
  expect(shareGuardMs).toBe(2000);
});

test("someone who cancels is not sent anywhere else", async () => {
  withDevice(() => Promise.reject(new DOMException("Share canceled", "AbortError")));
  expect(await share(content)).toBe("cancelled");
  expect(open).not.toHaveBeenCalled();
});

test("if the device refuses, the messaging app is used", async () => {
  withDevice(() => Promise.reject(new DOMException("Not allowed", "NotAllowedError")));
  expect(await share(content)).toBe("opened");
});

test("the default text invites people to log in to see the child's latest adventures, and names no child", () => {
  expect(shareText("The Okafors")).toBe(
    "Log in to see our little one's latest adventures in our family album “The Okafors”.",
  );
});

test("only the page and the album's token are shared, nothing else of the address", () => {
  expect(sharedAddress("/media/2024/7", "a-_b", "https://album.test")).toBe(
    "https://album.test/media/2024/7?album=a-_b",
  );
});

test("the share button of a page shares that page", async () => {
  jest.useRealTimers();
  const native = jest.fn(async () => {});
  withDevice(native);
  const link = { albumToken: "abc", title: "The Okafors", text: "Come and see" };
  render(<ShareAlbum link={link} path="/media/2024/7" />);
  const clock = jest.spyOn(Date, "now").mockReturnValue(now + 500_000);
  await userEvent.click(screen.getByRole("button", { name: "Share" }));
  expect(native).toHaveBeenCalledWith({
    title: "The Okafors",
    text: "Come and see",
    url: `${window.location.origin}/media/2024/7?album=abc`,
  });
  clock.mockRestore();
});

describe("on a computer", () => {
  beforeEach(() => {
    jest.useRealTimers();
    withPointer("fine");
  });

  async function openSheet() {
    const clock = jest.spyOn(Date, "now").mockReturnValue(now + 500_000);
    const view = render(<ShareSheetMount />);
    await act(async () => expect(await share(content, now + 500_000)).toBe("sheet"));
    clock.mockRestore();
    return { ...view, sheet: await screen.findByRole("dialog", { name: "Share" }) };
  }

  test("a sheet offers the link, WhatsApp, email and a QR code, and says who can open the link", async () => {
    const native = jest.fn(async () => {});
    withDevice(native);
    const { sheet, container } = await openSheet();
    expect(native).not.toHaveBeenCalled();
    expect(open).not.toHaveBeenCalled();
    expect(sheet).toHaveAccessibleDescription(/Only people in The Okafors can open this link/);
    const inSheet = within(sheet);
    expect(inSheet.getByLabelText("Link")).toHaveValue(content.url);
    expect(inSheet.getByRole("button", { name: "Copy link" })).toBeVisible();
    const whatsApp = inSheet.getByRole("link", { name: "WhatsApp" });
    expect(new URL(whatsApp.getAttribute("href") ?? "").host).toBe("wa.me");
    expect(whatsApp).toHaveAttribute("target", "_blank");
    const mail = new URL(inSheet.getByRole("link", { name: "Email" }).getAttribute("href") ?? "");
    expect([mail.protocol, mail.searchParams.get("subject"), mail.searchParams.get("body")]).toEqual([
      "mailto:",
      "The Okafors",
      `${content.text}\n\n${content.url}`,
    ]);
    expect(inSheet.getByRole("img", { name: "QR code of the link" })).toBeVisible();
    await userEvent.click(inSheet.getByRole("button", { name: "More" }));
    expect(native).toHaveBeenCalledWith(content);
    expect((await axe(container)).violations).toEqual([]);
  });

  test("without a share function there is no More, and the sheet closes", async () => {
    withDevice(undefined);
    const { sheet } = await openSheet();
    expect(within(sheet).queryByRole("button", { name: "More" })).not.toBeInTheDocument();
    await userEvent.click(within(sheet).getByRole("button", { name: "Close" }));
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  test("a phone without a share function gets the sheet too", async () => {
    withPointer("coarse");
    expect((await openSheet()).sheet).toBeVisible();
  });
});
