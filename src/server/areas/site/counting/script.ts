/** Names at the root of a site's address, and of this server: the script, and where it reports. */
export const COUNT_SCRIPT = '/sitecraft-count.js'
export const COUNT_PATH = '/sitecraft-count'

/**
 * The counting script: under 1 kB, keeps nothing in the browser (no cookie, no storage). It reports a page when it is opened, and
 * again when it is left, so that the time on the last page counts.
 */
export const SCRIPT = `(function(){
var s=document.currentScript,d=s.dataset,u=s.src.replace(/\\.js.*/,''),l=location,k=1;
function p(){
var b=JSON.stringify({k:k,s:d.site,c:d.column,p:l.pathname,r:document.referrer});
k=0;
if(!navigator.sendBeacon||!navigator.sendBeacon(u,b))fetch(u,{method:'POST',body:b,keepalive:true,mode:'no-cors'})
}
p();
addEventListener('visibilitychange',function(){document.visibilityState=='hidden'&&p()});
addEventListener('pageshow',function(e){e.persisted&&(k=1,p())})
})();`
