import { serviceWorkerPath } from "@/lib/service-worker/cache-names";
import { installReadyEvent, pwaEvent } from "@/lib/service-worker/page-events";

// Runs in the head of every page: a browser offers the installation once, perhaps before the page's code has loaded.
// The worker is registered after the page has loaded, so that it doesn't slow the page's own start.
const source = (events: string, ready: string, path: string) => `(function(){var w=window;
addEventListener("beforeinstallprompt",function(e){e.preventDefault();w.keepsakeInstall=e;dispatchEvent(new Event(${ready}))});
addEventListener("appinstalled",function(){w.keepsakeInstall=null;dispatchEvent(new Event(${ready}))});
var s=navigator.serviceWorker;if(!s)return;
function tell(r){if(r.waiting&&s.controller){w.keepsakeUpdate=r;dispatchEvent(new Event(${events}))}}
addEventListener("load",function(){setTimeout(function(){s.register(${path},{updateViaCache:"none"}).then(function(r){
tell(r);r.addEventListener("updatefound",function(){var n=r.installing;n&&n.addEventListener("statechange",function(){tell(r)})})
}).catch(function(){})},500)})})()`;

/** Built from constants alone. */
export const startScript = source(
  JSON.stringify(pwaEvent),
  JSON.stringify(installReadyEvent),
  JSON.stringify(serviceWorkerPath),
);
