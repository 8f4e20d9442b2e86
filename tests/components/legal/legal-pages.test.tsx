import { render, screen, within } from "@testing-library/react";
import { axe } from "jest-axe";
import { dataSections } from "@/components/legal/data-sections";
import { LegalPage } from "@/components/legal/legal-page";
import { privacySections } from "@/components/legal/privacy-sections";
import { safetySections } from "@/components/legal/safety-sections";
import { termsSections } from "@/components/legal/terms-sections";
import type { HouseFacts } from "@/lib/features/legal/house";
import { trashDays } from "@/lib/features/media/schema";

const bare: HouseFacts = {
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
};
const pages = { privacySections, termsSections, dataSections, safetySections };

function show(sections: (house: HouseFacts) => ReturnType<typeof privacySections>, house = bare) {
  return render(
    <LegalPage title="A page" lead="In short." changedOn="2026-11-21" sections={sections(house)} />,
  );
}

describe.each(Object.entries(pages))("%s", (_, sections) => {
  test("its table of contents leads to every section, and axe finds nothing", async () => {
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
    expect(screen.getByText(/has not entered a name here yet/)).toBeVisible();
    unmount();
    show(sections, { ...bare, operatorName: "Ada Okafor", operatorContact: "ada@example.org" });
    expect(screen.getByText("Ada Okafor")).toBeVisible();
    expect(screen.getByRole("link", { name: "ada@example.org" })).toHaveAttribute(
      "href",
      "mailto:ada@example.org",
    );
  });
});

test("other companies are named only where they are set up", () => {
  const { unmount } = show(privacySections);
  expect(screen.getByText(/hands nothing to any other company/)).toBeVisible();
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

test("the days of the trash are those of the software", () => {
  show(dataSections);
  expect(
    screen.getByText(
      `until someone deletes them, then ${trashDays} days in the trash unless they are erased sooner`,
    ),
  ).toBeVisible();
});
