import type { PageProblem } from '#engine/index.ts'
import { lastIndexOf } from '#shared/util/spans.ts'

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${String(sign.codePointAt(0))};`)

/**
 * The script of a previewed page: reloads it when files change, replaces style sheets at once, and reports the template
 * line of a clicked element.
 */
const createClientScript = (prefix: string, version: number): string => `<script>(() => {
const live = new EventSource(${JSON.stringify(`${prefix}/__live?since=${version}`)})
live.addEventListener('page', () => location.reload())
live.addEventListener('css', () => {
  for (const link of document.querySelectorAll('link[rel~="stylesheet"]')) {
    const address = new URL(link.href)
    if (!address.pathname.startsWith(${JSON.stringify(`${prefix}/`)})) continue
    address.searchParams.set('live', String(Date.now()))
    const next = link.cloneNode()
    next.href = address.href
    next.addEventListener('load', () => link.remove())
    link.after(next)
  }
})
let picking = false
let mark = null
const show = (element) => {
  if (!mark) {
    mark = document.createElement('div')
    mark.style.cssText = 'position:fixed;z-index:2147483646;pointer-events:none;outline:2px solid #0f6cbd;background:rgba(15,108,189,.12);font:12px/18px sans-serif;color:#fff'
    mark.appendChild(document.createElement('span')).style.cssText = 'position:absolute;left:0;top:0;background:#0f6cbd;padding:0 6px;white-space:nowrap'
    document.documentElement.append(mark)
  }
  const box = element.getBoundingClientRect()
  Object.assign(mark.style, { left: box.left + 'px', top: box.top + 'px', width: box.width + 'px', height: box.height + 'px', display: 'block' })
  mark.firstChild.textContent = element.dataset.templateLine
}
const from = (event) => event.target instanceof Element ? event.target.closest('[data-template-line]') : null
addEventListener('message', (event) => {
  if (event.source !== parent || typeof event.data !== 'object' || event.data === null) return
  if ('picking' in event.data) picking = event.data.picking === true
  if (!picking && mark) mark.style.display = 'none'
})
addEventListener('mousemove', (event) => {
  const element = picking || event.altKey ? from(event) : null
  if (element) show(element)
  else if (mark) mark.style.display = 'none'
})
addEventListener('click', (event) => {
  if (!picking && !event.altKey) return
  event.preventDefault()
  event.stopPropagation()
  const element = from(event)
  if (!element) return
  show(element)
  if (parent !== window) parent.postMessage({ templateLine: element.dataset.templateLine }, '*')
}, true)
if (parent !== window) parent.postMessage({ previewAddress: location.pathname.slice(${prefix.length}) }, '*')
})()</script>`

const createProblemBox = ({ file, line, message, page }: PageProblem): string =>
  `<div data-template-problem role="alert" style="position:fixed;z-index:2147483647;left:16px;right:16px;bottom:16px;max-height:60vh;overflow:auto;padding:16px 20px;background:#fdf3f4;color:#751d1f;border:1px solid #d13438;border-radius:8px;font:15px/1.7 sans-serif;box-shadow:0 8px 24px rgba(0,0,0,.25)"><b>模板有错误</b><br>${
    file === '' ? '' : `<code>${escapeHtml(file)}</code> 第 ${line} 行：`
  }${escapeHtml(message)}<br><small>页面 ${escapeHtml(page)}。修正并保存后，页面会自动更新。</small></div>`

/**
 * Adds the preview's script and problem box to a page.
 * @param version of the files before the page was drawn, so that later changes are not missed
 */
export function addPreviewClient(
  html: string,
  { prefix, version, problem }: { prefix: string; version: number; problem: PageProblem | null },
): string {
  const more = `${problem ? createProblemBox(problem) : ''}${createClientScript(prefix, version)}`
  const at = lastIndexOf(html, /<\/body\s*>/gi)
  return at < 0 ? html + more : html.slice(0, at) + more + html.slice(at)
}

/** A placeholder page where the site has none. */
export const createEmptyPage = (title: string, text: string): string =>
  `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><title>${escapeHtml(title)}</title><body style="font:16px/1.7 sans-serif;color:#242424;background:#f5f5f5;margin:0;min-height:100vh;display:grid;place-items:center"><main><h1 style="font-size:20px">${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p></main></body></html>`
