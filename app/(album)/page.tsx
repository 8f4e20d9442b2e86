import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { FamilyCard } from "@/components/home/family-card";
import { HashtagsCard } from "@/components/home/hashtags-card";
import { HomeView } from "@/components/home/home-view";
import { NoFamilyHome } from "@/components/home/no-family-home";
import { isMember } from "@/lib/auth/actor";
import { requirePageUser } from "@/lib/auth/page-actor";
import { listFamilyPeople } from "@/lib/features/families/service";
import { listRecentHashtags } from "@/lib/features/hashtags/service";
import { getYearPage, listLatest, listYearCovers } from "@/lib/features/media/browse-service";
import { showCachedImagesScript } from "@/lib/features/media/image-cache";
import { latestKey, yearCoversKey, yearKey } from "@/lib/features/media/queries";
import { recentUploadsShown } from "@/lib/features/media/schema";
import { firstPage, hydratedQueries } from "@/lib/http/hydrated-queries";
import { guessIsPhone } from "@/lib/http/phone-guess";

export const metadata: Metadata = { title: "Home" };

export default async function HomePage() {
  const actor = await requirePageUser();
  if (!isMember(actor)) return <NoFamilyHome greetedName={actor.username} />;

  const [latest, years, people, hashtags, isPhone, nonce] = await Promise.all([
    listLatest(actor),
    listYearCovers(actor),
    listFamilyPeople(actor),
    listRecentHashtags(actor),
    guessIsPhone(),
    headers().then((sent) => sent.get("x-nonce") ?? undefined),
  ]);
  const openYear = years[0]?.year;
  const yearPage = openYear === undefined ? null : await getYearPage(actor, openYear, {});
  const self = people.find(({ userId }) => userId === actor.userId);
  return (
    <HydrationBoundary
      state={hydratedQueries([
        [latestKey, latest],
        [yearCoversKey, years],
        ...(yearPage && openYear !== undefined ? [[yearKey(openYear), firstPage(yearPage)] as const] : []),
      ])}
    >
      <HomeView
        greetedName={self?.displayName ?? actor.username}
        recentPlaces={recentUploadsShown}
        isPhoneGuess={isPhone}
        aside={
          <>
            <FamilyCard people={people} />
            {hashtags.length > 0 && <HashtagsCard hashtags={hashtags} />}
          </>
        }
      />
      <script
        nonce={nonce}
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: built from the person's id alone
        dangerouslySetInnerHTML={{ __html: showCachedImagesScript(actor.userId) }}
      />
    </HydrationBoundary>
  );
}
