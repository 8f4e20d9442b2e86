// Mail programs turn "prizes.example" into a link when they know its ending. Country endings are all here; of the
// others, those sold to anyone, except words that people have in their usernames.
const countries =
  "ac ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bm bn bo br bs bt bw by bz ca cc cd cf " +
  "cg ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg er es et eu fi fj fk fm fo fr ga gb gd ge gf " +
  "gg gh gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu id ie il im in io iq ir is it je jm jo jp ke kg kh ki km " +
  "kn kp kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc md me mg mh mk ml mm mn mo mp mq mr ms mt mu mv mw mx my mz " +
  "na nc ne nf ng ni nl no np nr nu nz om pa pe pf pg ph pk pl pm pn pr ps pt pw py qa re ro rs ru rw sa sb sc sd se sg " +
  "sh si sk sl sm sn so sr ss st su sv sx sy sz tc td tf tg th tj tk tl tm tn to tr tt tv tw tz ua ug uk us uy uz va vc " +
  "ve vg vi vn vu wf ws ye yt za zm zw";
const others =
  "com net org edu gov mil int info biz mobi pro xyz top site online store shop club vip live app dev page link links " +
  "click website web space tech cloud icu work works cyou buzz sbs cfd lol fun host hosting press win bid loan loans men " +
  "date review reviews trade party science stream download racing accountant faith cricket webcam gdn monster quest rest " +
  "bond beauty hair skin makeup world today life digital email support agency center company solutions services network " +
  "systems group media news blog wiki ltd llc inc gmbh zone chat rocks ninja guru expert academy bank finance money cash " +
  "credit insure casino bet poker games game sale deals gift gifts promo discount cheap coupons tickets travel photo " +
  "photos pics pictures gallery video film tube social dating email google zip mov asia bio art design studio рф";

const endings = [...`${countries} ${others}`.split(" "), "xn--[a-z0-9-]+"].join("|");
/** The ending is the last part of the name: "juan.de.la.cruz" leads nowhere. */
const linked = `[\\p{L}\\p{N}]\\.(?:${endings})(?!\\.?[\\p{L}\\p{N}_-])`;
const address = new RegExp(String.raw`:\/\/|\bwww\.(?=\S)|${linked}`, "iu");
/** What joins the parts of an address. */
const joints = /:(?=\/\/)|\.(?=[\p{L}\p{N}])/gu;

/** Normalises other dots that browsers treat as one, and full-width letters. */
const plain = (text: string) => text.normalize("NFKC").replace(/[\u3002\uff61]/g, ".");

/** Whether a mail program would turn part of it into a link. "St. Mary" and "J.R. Smith" lead nowhere. */
export function holdsWebAddress(text: string): boolean {
  return address.test(plain(text));
}

/** The same text without links: addresses are broken up with spaces. */
export function withoutWebAddresses(text: string): string {
  return holdsWebAddress(text) ? plain(text).replace(joints, "$& ") : text;
}
