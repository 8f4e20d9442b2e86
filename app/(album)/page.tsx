import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { FamilyCard } from "@/components/home/family-card";
import { FoldedOnPhone } from "@/components/home/folded-on-phone";
import { HashtagsCard } from "@/components/home/hashtags-card";
import { HomeView } from "@/components/home/home-view";
import { LiveCard } from "@/components/home/live-card";
import { NoFamilyHome } from "@/components/home/no-family-home";
import { StillNoticeBoard } from "@/components/notices/still-notice-board";
import { ShareAlbum } from "@/components/sharing/share-album";
import { isMember } from "@/lib/auth/actor";
import { getPageSettings, getPageUser, requirePageUser } from "@/lib/auth/page-actor";
import { may } from "@/lib/auth/permissions";
import { actorName } from "@/lib/core/names/member-name-service";
import { listFamiliesOf, listFamilyPeople } from "@/lib/features/families/service";
import { listFeaturedHashtags } from "@/lib/features/hashtags/featured-service";
import { featuredHashtagsKey, recentHashtagsKey } from "@/lib/features/hashtags/queries";
import { listRecentHashtags } from "@/lib/features/hashtags/service";
import { getYearPage, listLatest, listYearCovers } from "@/lib/features/media/browse-service";
import { showCachedImagesScript } from "@/lib/features/media/image-cache";
import { latestKey, yearCoversKey, yearKey } from "@/lib/features/media/queries";
import { recentUploadsShown } from "@/lib/features/media/schema";
import { noticesKey } from "@/lib/features/notices/queries";
import type { NoticeDto } from "@/lib/features/notices/schema";
import { listNotices } from "@/lib/features/notices/service";
import { shareLinkOf } from "@/lib/features/sharing/service";
import { readNews, recordPageVisit } from "@/lib/features/visits/visit-service";
import { firstPage, hydratedQueries } from "@/lib/http/hydrated-queries";
import { guessScreen } from "@/lib/http/screen-guess";
import { greetingFor, visitorDay } from "@/lib/http/visitor-day";
import { counted } from "@/lib/shared/counted";
import { describeNews } from "@/lib/shared/news-text";
import { noticeAnchor } from "@/lib/shared/notice-preview";
import { TodaysWelcome } from "./todays-welcome";

export const metadata: Metadata = { title: "Home" };

export default async function HomePage() {
  const actor = await requirePageUser();
  if (!isMember(actor)) {
    const families = await listFamiliesOf(actor);
    const isClosed = ({ id }: { id: string }) => id === actor.suspendedFamilyId;
    return (
      <NoFamilyHome
        greeting={await greetingFor(await actorName(actor))}
        families={families.filter((family) => !isClosed(family))}
        closedFamilyName={families.find(isClosed)?.name ?? null}
      />
    );
  }

  const newsSince = await recordPageVisit(actor);
  const [user, news, latest, years, people, notices, featured, recent, { locale }, screen, nonce] =
    await Promise.all([
      getPageUser(),
      readNews(actor, newsSince),
      listLatest(actor),
      listYearCovers(actor),
      listFamilyPeople(actor),
      listNotices(actor),
      listFeaturedHashtags(actor),
      listRecentHashtags(actor),
      getPageSettings(),
      guessScreen(),
      headers().then((sent) => sent.get("x-nonce") ?? undefined),
    ]);
  const openYear = years[0]?.year;
  const yearPage = openYear === undefined ? null : await getYearPage(actor, openYear, {});
  const canManage = may(actor, "notices.manage");
  const canFeature = may(actor, "hashtags.feature");
  const hashtagsCard = <HashtagsCard featured={featured} recent={recent} canFeature={canFeature} />;
  const isUnread = ({ createdAt, createdByUsername }: NoticeDto) =>
    createdByUsername !== actor.username && (!newsSince || new Date(createdAt) > newsSince);
  return (
    <HydrationBoundary
      state={hydratedQueries([
        [latestKey, latest],
        [yearCoversKey, years],
        [noticesKey, notices],
        ...(canFeature
          ? ([
              [featuredHashtagsKey, featured],
              [recentHashtagsKey, { hashtags: recent }],
            ] as const)
          : []),
        ...(yearPage && openYear !== undefined ? [[yearKey(openYear), firstPage(yearPage)] as const] : []),
      ])}
    >
      <TodaysWelcome actor={actor} />
      <HomeView
        greeting={await greetingFor(user?.displayName ?? (await actorName(actor)))}
        news={news && describeNews(news)}
        recentPlaces={recentUploadsShown}
        screenGuess={screen}
        action={user?.currentFamily && <ShareAlbum link={shareLinkOf(user.currentFamily)} path="/" />}
        board={
          (notices.length > 0 || canManage) && (
            <FoldedOnPhone
              title={notices.length > 0 ? counted(notices.length, "notice") : "Notice board"}
              isOpenAtFirst={notices.some(isUnread)}
              anchor={noticeAnchor("")}
            >
              <LiveCard content="notices" anchor={noticeAnchor("")}>
                <StillNoticeBoard notices={notices} canManage={canManage} locale={locale} />
              </LiveCard>
            </FoldedOnPhone>
          )
        }
        aside={
          <>
            <FamilyCard people={people} isAdmin={actor.isAdmin} today={await visitorDay()} />
            {canFeature ? <LiveCard content="hashtags">{hashtagsCard}</LiveCard> : hashtagsCard}
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
