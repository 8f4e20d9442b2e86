import { screen, waitFor } from "@testing-library/react";
import { SorterLink } from "@/components/album/uploads/sorter-link";
import { createQueryClient } from "@/lib/http/query-client";
import { fakeFetch } from "@/tests/support/fake-fetch";
import { renderInSession } from "@/tests/support/render-in-session";
import { userDto } from "@/tests/support/user";

test.each([
  ["an active subscription", { subscriptionTier: "family", subscriptionStatus: "active" }, 1],
  ["none", {}, 0],
] as const)("in Upload, a family with %s has a link to the AI Sorter on phones", async (_, change, count) => {
  const user = userDto(change);
  const calls = fakeFetch({ json: user });
  renderInSession(<SorterLink onFollow={() => {}} />, {
    initialUser: user,
    queryClient: createQueryClient(),
  });
  await waitFor(() => expect(calls).toHaveLength(1));
  const links = screen.queryAllByRole("link", { name: "AI Sorter" });
  expect(links.map((link) => link.getAttribute("href"))).toEqual(Array(count).fill("/ai-photo-sorter"));
});
