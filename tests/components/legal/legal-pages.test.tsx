import { render, screen, within } from "@testing-library/react";
import { axe } from "jest-axe";
import { dataSections } from "@/components/operations/legal/data-sections";
import { LegalPage } from "@/components/operations/legal/legal-page";
import { privacySections } from "@/components/operations/legal/privacy-sections";
import { safetySections } from "@/components/operations/legal/safety-sections";
import { termsSections } from "@/components/operations/legal/terms-sections";
import { trashDays } from "@/lib/album/media/schema";
import type { InstallationFacts } from "@/lib/operations/legal/schema";

const bare: InstallationFacts = {
  appName: "Keepsake",
  operatorName: null,
  operatorContact: null,
  sendsMail: false,
  sendsSms: false,
  pushes: false,
  takesCards: false,
  printsElsewhere: false,
  storesElsewhere: false,
  identityProviders: [],
  usesAvatarService: false,
  looksForFaces: true,
};
const pages = { privacySections, termsSections, dataSections, safetySections };

function show(
  sections: (installation: InstallationFacts) => ReturnType<typeof privacySections>,
  installation = bare,
) {
  return render(
    <LegalPage title="A page" lead="In short." changedOn="2026-11-21" sections={sections(installation)} />,
  );
}

describe.each(Object.entries(pages))("%s", (_, sections) => {
  test("its table of contents links to every section, and axe finds nothing", async () => {
    const { container } = show(sections);
    const contents = within(screen.getByRole("navigation", { name: "On this page" }));
    for (const link of contents.getAllByRole("link")) {
      const target = container.querySelector(link.getAttribute("href") ?? "none");
      expect(target).toHaveTextContent(link.textContent ?? "nothing");
    }
    expect((await axe(container)).violations).toEqual([]);
  });

  test("names who runs the album, or says that nobody is named", () => {
    const { unmount } = show(sections);
    expect(screen.getByText(/entered a name here yet/)).toBeVisible();
    unmount();
    show(sections, { ...bare, operatorName: "Ada Okafor", operatorContact: "ada@example.org" });
    expect(screen.getByText("Ada Okafor")).toBeVisible();
    expect(screen.getByRole("link", { name: "ada@example.org" })).toHaveAttribute(
      "href",
      "mailto:ada@example.org",
    );
  });
});

test("other companies are named only if they are set up", () => {
  const { unmount } = show(privacySections);
  expect(screen.getByText(/shares nothing with any other company/)).toBeVisible();
  expect(screen.queryByText(/Stripe|Prodigi|Twilio/)).not.toBeInTheDocument();
  unmount();
  show(privacySections, {
    ...bare,
    takesCards: true,
    printsElsewhere: true,
    sendsSms: true,
    identityProviders: ["Google", "Hello"],
  });
  for (const name of [/^Stripe takes/, /^Prodigi makes/, /^Twilio sends/, /Google or Hello/])
    expect(screen.getByText(name)).toBeVisible();
});

test("the trash period is the software's", () => {
  show(dataSections);
  expect(
    screen.getByText(
      `until someone deletes them, then ${trashDays} days in the trash unless they are erased sooner`,
    ),
  ).toBeVisible();
});

/** A section's text, found by its heading. */
function sectionText(title: string): string {
  return screen.getByRole("heading", { level: 2, name: title }).closest("section")?.textContent ?? "";
}

describe("faces", () => {
  test("Privacy says what is stored about them, why, who sees it and how to switch it off", () => {
    show(privacySections);
    const words = sectionText("Faces in photos");
    for (const said of [/position in the photo/, /how certain/, /128 numbers/, /that person's name/])
      expect(words).toMatch(said);
    expect(words).toMatch(/only after an admin of your family has switched it on/);
    expect(words).toMatch(/Why:.*No one is tagged until someone in your family says yes/);
    expect(words).toMatch(/everyone in your family, children included/);
    expect(words).toMatch(/biometric/);
    expect(screen.getByRole("link", { name: "Settings, Family" })).toHaveAttribute(
      "href",
      "/settings?tab=family#recognition",
    );
  });

  test("Your data says how they are erased, and the table says how long they are stored", () => {
    show(dataSections);
    const words = sectionText("Switch off and erase faces");
    for (const said of [/Erase all faces/, /Never look for this face/, /leave a family/, /trash/, /Backups/])
      expect(words).toMatch(said);
    expect(screen.getByRole("row", { name: /^Faces in photos/ })).toHaveTextContent(/switches faces off/);
  });

  test("Family safety says what to do about children first", () => {
    show(safetySections);
    const words = sectionText("Children's faces");
    for (const said of [/128 numbers/, /Never look for this child's face/, /Tag these children/])
      expect(words).toMatch(said);
    expect(screen.getByRole("link", { name: /erase every face/ })).toHaveAttribute(
      "href",
      "/data-management#faces",
    );
  });

  test.each(Object.entries({ privacySections, dataSections, safetySections }))(
    "%s says so if the server doesn't look for any",
    (_, sections) => {
      const { unmount } = show(sections);
      expect(screen.queryByText(/This server doesn't look for faces/)).not.toBeInTheDocument();
      unmount();
      show(sections, { ...bare, looksForFaces: false });
      expect(screen.getByText(/This server doesn't look for faces/)).toBeVisible();
    },
  );
});
