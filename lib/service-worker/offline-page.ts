import { createHash } from "node:crypto";
import { offlinePath, privateCachePrefix } from "@/lib/service-worker/cache-names";
import { formatMonth } from "@/lib/shared/months";

/** Replaced with a month's own year. */
const sampleYear = 2000;
const monthTexts = Array.from({ length: 13 }, (_, month) => formatMonth({ year: sampleYear, month }));

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => escapes[sign] ?? "");

const style = `
:root{color-scheme:light dark;--text:"Figtree Variable",Figtree,system-ui,sans-serif;--paper:oklch(98.4% .008 75);--card:#fff;--line:oklch(90.5% .018 65);--ink:oklch(27% .045 350);--soft:oklch(48% .035 350);--accent:oklch(53% .18 16);--on:oklch(99% .005 60);--tint:oklch(94% .035 20)}
[data-theme=dark]{color-scheme:dark;--paper:oklch(20% .018 350);--card:oklch(24.5% .02 350);--line:oklch(33% .022 350);--ink:oklch(94% .012 60);--soft:oklch(76% .02 40);--accent:oklch(78% .11 20);--on:oklch(20% .03 350);--tint:oklch(30% .05 10)}
*{box-sizing:border-box}body{margin:0;min-height:100dvh;display:grid;place-items:center;padding:24px 18px;background:var(--paper);color:var(--ink);font:400 1rem/1.55 var(--text)}
main{width:min(560px,100%);padding:32px 26px;border:1px solid var(--line);border-radius:28px;background:var(--card);text-align:center}
svg{width:84px;height:84px;padding:20px;border-radius:50%;background:var(--tint);color:var(--accent)}
h1{margin:18px 0 8px;font:600 1.6rem/1.2 "Fraunces Variable",Fraunces,Georgia,serif}p{margin:0 auto;max-width:44ch;color:var(--soft)}
h2{margin:28px 0 10px;font:600 1.05rem/1.3 var(--text)}ul{margin:0;padding:0;list-style:none;display:flex;flex-wrap:wrap;gap:10px;justify-content:center}
a,button{display:inline-flex;align-items:center;min-height:46px;padding:0 22px;border:1px solid var(--line);border-radius:999px;background:transparent;color:inherit;font:600 1rem/1.2 var(--text);text-decoration:none;cursor:pointer}
button{margin-top:24px;border-color:transparent;background:var(--accent);color:var(--on)}a:focus-visible,button:focus-visible{outline:3px solid var(--accent);outline-offset:3px}`;

/** How often the page, while visible, checks whether the album answers again. */
const askEveryMs = 5_000;

// Lists what this browser still shows of the session that is signed in; a signed-out browser has none. The address is
// loaded again once the album answers, unless someone has followed one of the links by then.
const script = `(function(){
var chosen=null;try{chosen=localStorage.getItem("theme")}catch(e){}
var dark=chosen==="dark"||(chosen!=="light"&&matchMedia("(prefers-color-scheme: dark)").matches);
document.documentElement.dataset.theme=dark?"dark":"light";
var asking=false,left=location.pathname===${JSON.stringify(offlinePath)};
function ask(){if(asking||left||document.hidden||!navigator.onLine)return;asking=true;
fetch("/api/health",{cache:"no-store"}).then(function(answer){if(answer.ok&&!left)location.reload()}).catch(function(){}).then(function(){asking=false})}
setInterval(ask,${askEveryMs});addEventListener("visibilitychange",ask);
addEventListener("DOMContentLoaded",function(){
function tell(){["offline","away"].forEach(function(id){document.getElementById(id).hidden=navigator.onLine===(id==="offline")})}
tell();addEventListener("offline",tell);
addEventListener("online",function(){tell();setTimeout(ask,500)});
addEventListener("click",function(event){if(event.target.closest("a"))left=true});
document.getElementById("again").addEventListener("click",function(){location.reload()});
var months=${JSON.stringify(monthTexts)};
var leaving=false;try{leaving=localStorage.getItem("signOutPending")!==null}catch(e){}
if(leaving||!("caches" in self))return;
caches.keys().then(function(names){
var name=names.filter(function(n){return n.indexOf(${JSON.stringify(privateCachePrefix)})===0})[0];
return name&&caches.has(name).then(function(has){return has?caches.open(name).then(function(c){return c.keys()}):null})
}).then(function(keys){
if(!keys)return;var list=document.getElementById("kept");
keys.forEach(function(key){var path=new URL(key.url).pathname;var m=/^\\/media\\/(\\d{4})\\/(\\d{1,2})$/.exec(path);
var words=path==="/"?"Home":m&&months[+m[2]]?months[+m[2]].replace("${sampleYear}",m[1]):null;if(!words)return;
var item=document.createElement("li"),link=document.createElement("a");link.href=path;link.textContent=words;item.append(link);
if(path==="/")list.prepend(item);else list.append(item)});
if(list.children.length)document.getElementById("still").hidden=false}).catch(function(){})})})()`;

const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** @param appName as HTML */
const page = (appName: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>No connection · ${appName}</title>
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover"><meta name="robots" content="noindex">
<link rel="icon" href="/icons/icon-192.png"><style>${style}</style><script>${script}</script></head>
<body><main><svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="m2 2 20 20"/><path d="M8.500 16.400a5 5 0 0 1 7 0"/><path d="M5 12.900a10 10 0 0 1 5.200-2.700"/><path d="M19 12.900a10 10 0 0 0-2-1.500"/><path d="M2 8.800a15 15 0 0 1 4.200-2.600"/><path d="M22 8.800a15 15 0 0 0-11.300-3.800"/><path d="M12 20h.01"/></svg>
<div id="offline"><h1>You're offline</h1><p>${appName} could not be reached, so this page can't be shown right now. Nothing in your album was lost. It will be back as soon as you're connected.</p></div>
<div id="away" hidden><h1>${appName} isn't answering</h1><p>You seem to be connected, but ${appName} can't be reached. It may be restarting. Nothing in your album was lost. This page will open as soon as ${appName} is back.</p></div>
<section id="still" hidden><h2>What you can still see</h2><ul id="kept"></ul></section>
<button type="button" id="again">Try Again</button></main></body></html>`;

/** The offline page: complete in itself, and the same for everyone. */
export function offlineResponse(appName: string): Response {
  return new Response(page(escaped(appName)), {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "no-cache",
      "Content-Security-Policy": [
        "default-src 'none'",
        `script-src ${hash(script)}`,
        `style-src ${hash(style)}`,
        "img-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
      ].join("; "),
      "X-Content-Type-Options": "nosniff",
      "X-Frame-Options": "DENY",
      "Referrer-Policy": "same-origin",
    },
  });
}
