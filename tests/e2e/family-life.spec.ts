import { expect } from "@playwright/test";
import { wholeBrowser } from "./support/browsers";
import { joinFamilyOf, signUpFamily } from "./support/family";
import {
  deliver,
  pressNotification,
  pushesFor,
  shownNotifications,
  subscribeLocally,
  switchPushOn,
} from "./support/push";
import { test } from "./support/test";
import { uploadPhotos } from "./support/upload";

test.use({ serviceWorkers: "allow", launchOptions: wholeBrowser });

test("one person uploads, tags and posts; the other's bell counts, a push arrives, and clicking it opens the picture", async ({
  page: adasPage,
  browser,
  baseURL,
}) => {
  const ada = adasPage.request;
  await signUpFamily(ada);
  const phone = await browser.newContext({ baseURL });
  await joinFamilyOf(ada, phone.request);
  const endpoint = await subscribeLocally(phone, baseURL);
  const nana = await phone.newPage();
  await switchPushOn(nana);
  await nana.goto("/");
  const bell = nana.getByRole("banner").getByRole("link", { name: /^Notifications/ });
  await expect(bell).toHaveAccessibleName("Notifications");

  const [mediaId = ""] = await uploadPhotos(ada, { count: 1, year: 2024, month: 7 });
  const people = (await (await ada.get("/api/family-members")).json()) as { id: string; userId: string }[];
  const { id: nanasId } = (await (await nana.request.get("/api/auth/me")).json()) as { id: string };
  const nanaAsMember = people.find(({ userId }) => userId === nanasId)?.id;
  await ada.put(`/api/media/${mediaId}/tags`, { data: { memberIds: [nanaAsMember] } });
  await ada.post("/api/notices", { data: { title: "Sunday lunch", message: "At Nana's, one o'clock." } });

  await test.step("the bell counts what is about her", async () => {
    await nana.reload();
    await expect(bell).toHaveAccessibleName("Notifications, 1 new");
  });

  await test.step("a push of each comes through the protocol, and the tag's opens the picture", async () => {
    const picture = `/view-image/${mediaId}`;
    await expect
      .poll(async () => (await pushesFor(endpoint)).map(({ data }) => data.url))
      .toEqual(expect.arrayContaining([picture, expect.stringContaining("notice")]));
    const tag = (await pushesFor(endpoint)).find(({ data }) => data.url === picture);
    await deliver(nana, tag?.data);
    await expect.poll(() => shownNotifications(nana)).toHaveLength(1);
    await pressNotification(phone);
    await nana.waitForURL(`**${picture}`);
    await expect(nana.getByRole("dialog").getByRole("img").first()).toBeVisible();
  });

  await test.step("the list tells it all, and once it is read the bell is quiet", async () => {
    await nana.goto("/notifications");
    const list = nana.getByRole("main");
    await expect(list.getByText(/tagged you in/)).toBeVisible();
    await expect(list.getByText("Sunday lunch")).toBeVisible();
    await expect(list.getByText(/added a new photo/)).toBeVisible();
    await expect(bell).toHaveAccessibleName("Notifications");
  });

  await test.step("from the list a picture opens in its place, and Back returns to the list", async () => {
    for (const words of [/tagged you/, /added a new photo/]) {
      await nana.getByRole("main").getByRole("link", { name: words }).click();
      await nana.waitForURL(`**/view-image/${mediaId}`);
      await expect(nana.getByRole("dialog").getByRole("img").first()).toBeVisible();
      await nana.goBack();
      await nana.waitForURL("**/notifications");
      await expect(nana.getByRole("main").getByText(/tagged you in/)).toBeVisible();
    }
  });
  await phone.close();
});
