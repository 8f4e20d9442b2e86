import { render, screen } from "@testing-library/react";
import { FamilyCard } from "@/components/album/home/family-card";
import { RecentUploadsCard } from "@/components/album/home/recent-uploads-card";
import { personRow } from "@/tests/support/family-rows";
import { mediaItemDto, mediaItems } from "@/tests/support/media-item";

const places = (container: HTMLElement) => container.querySelectorAll("[aria-hidden='true'].bg-sunk");

test.each([
  [1, 3],
  [3, 1],
  [4, 0],
])("%d uploads are followed by %d grey placeholders", (count, missing) => {
  const { container } = render(<RecentUploadsCard latest={mediaItems(count)} places={4} />);
  expect(screen.getAllByRole("img", { name: /^Picture/ })).toHaveLength(count);
  expect(places(container)).toHaveLength(missing);
});

test("a clip has a play badge, a photo doesn't", () => {
  // Hearts are drawn too, so only the triangle marks a clip.
  const photo = mediaItemDto({ id: "photo", heartCount: 2 });
  const clip = mediaItemDto({ id: "clip", mediaType: "video", fileType: "video", heartCount: 2 });
  const triangles = (items: (typeof photo)[]) => {
    const { container, unmount } = render(<RecentUploadsCard latest={items} places={4} />);
    const found = [...container.querySelectorAll("svg path")].filter((path) =>
      /^M8 5\.5v13/.test(path.getAttribute("d") ?? ""),
    );
    const wearers = found.map((path) => path.closest(".relative")?.querySelector("[data-thumb]"));
    const ids = wearers.map((wearer) => wearer?.getAttribute("data-thumb"));
    unmount();
    return ids;
  };
  expect(triangles([photo])).toEqual([]);
  expect(triangles([photo, clip])).toEqual(["clip"]);
});

test("the Family card shows the family's people", () => {
  const person = (id: string, displayName: string) => ({
    id,
    name: displayName,
    nickname: null,
    displayName,
    birthDate: null,
    userId: null,
    isLeftOut: false,
  });
  render(<FamilyCard people={[person("1", "Ada"), person("2", "Nana")]} today="2026-11-21" />);
  expect(screen.getByRole("heading", { name: "Family" })).toBeVisible();
  expect(screen.getByRole("img", { name: "Nana" })).toBeVisible();
  expect(screen.getByText("2 people in this album")).toBeVisible();
});

test("the Family card shows the next birthday, and links admins to inviting and managing", () => {
  const person = (displayName: string, birthDate: string | null, isLeftOut = false) => ({
    ...personRow({ id: displayName, displayName, birthDate }),
    isLeftOut,
  });
  const people = [
    person("Ada", "1990-03-03"),
    person("Nana", "1949-11-30"),
    person("Bean", null),
    // Grandpa has died: nobody is reminded of his birthday.
    person("Grandpa", "1945-11-25", true),
  ];
  const { rerender } = render(<FamilyCard people={people} today="2026-11-21" isAdmin />);
  expect(screen.getByText(/Next birthday/)).toHaveTextContent("Next birthday: Nana on 30 November");
  expect(screen.getByRole("link", { name: "Invite" })).toHaveAttribute("href", "/invite-family-members");
  expect(screen.getByRole("link", { name: "Manage" })).toHaveAttribute("href", "/manage-users");
  rerender(<FamilyCard people={people} today="2026-11-21" />);
  // The birthday leads to how that person grew up.
  expect(screen.getByRole("link")).toHaveAttribute("href", "/growing-up/Nana");
});
