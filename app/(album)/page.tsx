import type { Metadata } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { after } from "next/server";
import { HomeAlbums, homeAlbums } from "@/components/album/albums/home-albums";
import { FamilyCard } from "@/components/album/home/family-card";
import { FoldedOnPhone } from "@/components/album/home/folded-on-phone";
import { HashtagsCard } from "@/components/album/home/hashtags-card";
import { HomeView } from "@/components/album/home/home-view";
import { LiveCard } from "@/components/album/home/live-card";
import { NoFamilyHome } from "@/components/album/home/no-family-home";
import { StillNoticeBoard } from "@/components/album/notices/still-notice-board";
import { ShareAlbum } from "@/components/album/sharing/share-album";
import { getPageUser } from "@/lib/account/accounts/server/page-user";
import { listAlbums } from "@/lib/album/albums/server/service";
import { featuredHashtagsKey, recentHashtagsKey } from "@/lib/album/hashtags/client/queries";
import { listFeaturedHashtags } from "@/lib/album/hashtags/server/featured-service";
import { listRecentHashtags } from "@/lib/album/hashtags/server/service";
import { showCachedImagesScript } from "@/lib/album/media/client/image-cache";
import { latestKey, yearCoversKey, yearKey } from "@/lib/album/media/client/queries";
import { holdPagePictures } from "@/lib/album/media/page-pictures";
import { recentUploadsShown } from "@/lib/album/media/schema";
import { getYearPage, listLatest, listYearCovers } from "@/lib/album/media/server/browse-service";
import { readPagePictures } from "@/lib/album/media/server/page-pictures-service";
import { noticesKey } from "@/lib/album/notices/client/queries";
import type { NoticeDto } from "@/lib/album/notices/schema";
import { listNotices } from "@/lib/album/notices/server/service";
import { shareLinkOf } from "@/lib/album/sharing/server/service";
import { getNews, recordPageVisit } from "@/lib/album/visits/server/visit-service";
import { isMember } from "@/lib/core/auth/server/actor";
import { requirePageUser } from "@/lib/core/auth/server/page-actor";
import { may } from "@/lib/core/auth/server/permissions";
import { actorName } from "@/lib/core/names/server/member-name-service";
import { homeView } from "@/lib/core/settings/schema";
import { getPageSettings } from "@/lib/core/settings/server/page-settings";
import { listFamiliesOf, listFamilyPeople } from "@/lib/family/families/server/service";
import { firstPage, hydratedQueries } from "@/lib/http/hydrated-queries";
import { HydrationBoundary } from "@/lib/http/hydration-boundary";
import { guessScreen } from "@/lib/http/screen-guess";
import { greetingFor, visitorDay } from "@/lib/http/visitor-day";
import { counted } from "@/lib/shared/counted";
import { describeNews } from "@/lib/shared/news-text";
import { noticeAnchor } from "@/lib/shared/notice-preview";
import { TodaysCards } from "./todays-cards";
import { TodaysWelcome } from "./todays-welcome";

export const metadata: Metadata = { title: "Home" };

interface HomePageProps {
  searchParams: Promise<{ view?: string | string[] }>;
}

export default async function HomePage({ searchParams }: HomePageProps) {
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

  const [{ startPage }, { view }] = [await getPageSettings(), await searchParams];
  if (startPage === "allPhotos" && view !== homeView) redirect("/all-photos");

  const newsSince = await recordPageVisit(actor);
  const [user, news, latest, years, people, notices, featured, recent, albums, { locale }, screen, nonce] =
    await Promise.all([
      getPageUser(),
      getNews(actor, newsSince),
      listLatest(actor, recentUploadsShown, "collapsed"),
      listYearCovers(actor),
      listFamilyPeople(actor),
      listNotices(actor),
      listFeaturedHashtags(actor),
      listRecentHashtags(actor),
      listAlbums(actor, { limit: homeAlbums }),
      getPageSettings(),
      guessScreen(),
      headers().then((sent) => sent.get("x-nonce") ?? undefined),
    ]);
  const openYear = years[0]?.year;
  const [yearPage, pictures] = await Promise.all([
    openYear === undefined ? null : getYearPage(actor, openYear, { stacks: "collapsed" }),
    readPagePictures(actor, latest.slice(0, recentUploadsShown)),
  ]);
  const pageKey = crypto.randomUUID();
  after(holdPagePictures(pageKey, pictures));
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
        pageKey={pageKey}
        screenGuess={screen}
        action={user?.currentFamily && <ShareAlbum link={shareLinkOf(user.currentFamily)} path="/" />}
        memories={<TodaysCards actor={actor} />}
        albums={<HomeAlbums albums={albums.items} />}
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
