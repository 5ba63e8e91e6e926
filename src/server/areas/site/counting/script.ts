/** Root paths on each site and on this server: the script and its endpoint. */
export const COUNT_SCRIPT = '/sitecraft-count.js'
export const COUNT_PATH = '/sitecraft-count'

/**
 * The counting script: under 1 kB, stores nothing in the browser. It reports a page when it is opened and when it is
 * left, so that the time on the last page counts.
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
