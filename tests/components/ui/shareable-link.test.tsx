import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { QrCode } from "@/components/ui/qr-code";
import { ShareableLink } from "@/components/ui/shareable-link";

const url = "https://album.test/register/some-code";

function renderLink() {
  render(
    <ShareableLink
      url={url}
      qrLabel="QR code of the invitation"
      shareTitle="The Okafors"
      shareText="Join & see:"
    />,
  );
}

test("the link is copied, with a confirmation", async () => {
  const user = userEvent.setup();
  renderLink();
  await user.click(screen.getByRole("button", { name: "Copy link" }));
  expect(await navigator.clipboard.readText()).toBe(url);
  expect(screen.getByRole("status")).toHaveTextContent("The link is copied");
});

test("without a clipboard the link is selected, to copy by hand", async () => {
  renderLink();
  Object.defineProperty(navigator, "clipboard", { value: undefined, configurable: true });
  await userEvent.click(screen.getByRole("button", { name: "Copy link" }), {});
  await waitFor(() => expect(screen.getByRole("status")).toHaveTextContent("Please copy the selected link"));
  const field = screen.getByLabelText<HTMLInputElement>("Link");
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, url.length]);
});

test("sharing uses the device's share function if it has one", async () => {
  const share = jest.fn(async () => {});
  Object.defineProperty(navigator, "share", { value: share, configurable: true });
  renderLink();
  await userEvent.click(screen.getByRole("button", { name: "Share" }));
  expect(share).toHaveBeenCalledWith({ title: "The Okafors", text: "Join & see:", url });
  Reflect.deleteProperty(navigator, "share");
});

test("otherwise it opens a messaging app's link with text and address encoded", async () => {
  const open = jest.spyOn(window, "open").mockReturnValue(null);
  renderLink();
  await userEvent.click(screen.getByRole("button", { name: "Share" }));
  expect(open).toHaveBeenCalledWith(
    `https://wa.me/?text=${encodeURIComponent(`Join & see: ${url}`)}`,
    "_blank",
    expect.stringContaining("noopener"),
  );
});

test("a QR code is dark on light, with four light modules around it", () => {
  render(<QrCode text={url} label="QR code" />);
  const code = screen.getByRole("img", { name: "QR code" });
  const [x, y, width, height] = (code.getAttribute("viewBox") ?? "").split(" ").map(Number);
  expect([x, y, width]).toEqual([-4, -4, height]);
  const [ground, modules] = code.children;
  expect(ground).toHaveClass("fill-white");
  expect(modules).toHaveClass("fill-black");
  // The three finder patterns begin at the corners, inside the quiet zone.
  const size = (width ?? 0) - 8;
  const path = modules?.getAttribute("d") ?? "";
  for (const start of ["M0 0h7", `M${size - 7} 0h7`, `M0 ${size - 7}h7`]) expect(path).toContain(start);
});
