import { screen } from "@testing-library/react";
import { ReadingProgress } from "@/components/faces/people/reading-progress";
import { RecognitionSettings } from "@/components/faces/recognition/recognition-settings";
import { SigningOutScreen } from "@/components/session/signing-out-screen";
import { PreferencesProvider } from "@/components/ui/preferences";
import { FakeApi } from "@/tests/support/fake-api";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

test("an installation with a name of its own shows it", async () => {
  new FakeApi()
    .on("GET /api/auth/me", { json: userDto() })
    .on("GET /api/recognition", { status: 500, json: { message: "later" } })
    .install();
  renderPage(
    <PreferencesProvider value={{ appName: "Our Album", locale: "en-GB", currency: "GBP", avatarUrl: null }}>
      <SigningOutScreen isStuck onRetry={() => {}} />
      <ReadingProgress picturesLeft={3} />
      <RecognitionSettings canChange />
    </PreferencesProvider>,
  );
  expect(await screen.findByText(/Our Album could not be reached/)).toBeVisible();
  expect(screen.getByText(/More faces appear as Our Album continues/)).toBeVisible();
  expect(screen.getByRole("heading", { name: "What Our Album looks for in photos" })).toBeVisible();
  expect(document.body).not.toHaveTextContent("Keepsake");
});
