import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { DownloadApp } from "@/components/account/accounts/download-app";
import "@/lib/service-worker/page-events";

const realAgent = navigator.userAgent;
const be = (userAgent: string) =>
  Object.defineProperty(navigator, "userAgent", { configurable: true, value: userAgent });

afterEach(() => be(realAgent));

test.each([
  [
    "an iPhone",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)",
    "On your iPhone or iPad",
    /Add to Home Screen/,
  ],
  [
    "an Android phone",
    "Mozilla/5.0 (Linux; Android 15; Pixel 9)",
    "On your Android phone",
    /Add to Home screen/,
  ],
  ["anything else", "Mozilla/5.0 (X11; Linux x86_64)", "On your computer", /install icon/],
])("Download App shows %s how to put the album on its home screen", async (_, agent, title, step) => {
  be(agent);
  render(<DownloadApp appName="Keepsake" />);
  await userEvent.click(screen.getByRole("button", { name: "Download App" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Download App" }));
  expect(dialog.getByText(title)).toBeVisible();
  expect(dialog.getByText(step)).toBeVisible();
});

test("if the browser can install the album, Download App does so", async () => {
  const prompt = jest.fn(async () => ({ outcome: "accepted" as const }));
  window.keepsakeInstall = { prompt };
  render(<DownloadApp appName="Keepsake" />);
  await userEvent.click(screen.getByRole("button", { name: "Download App" }));
  await userEvent.click(await screen.findByRole("button", { name: "Install" }));
  expect(prompt).toHaveBeenCalledTimes(1);
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
});

test("anyone who declines keeps the instructions", async () => {
  window.keepsakeInstall = { prompt: async () => ({ outcome: "dismissed" }) };
  render(<DownloadApp appName="Keepsake" />);
  await userEvent.click(screen.getByRole("button", { name: "Download App" }));
  await userEvent.click(await screen.findByRole("button", { name: "Install" }));
  expect(await screen.findByRole("button", { name: "Got it" })).toBeVisible();
});
