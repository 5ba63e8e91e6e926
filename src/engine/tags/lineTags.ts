import { DEPENDENCY } from '#engine/dependencies.ts'
import type { PageState } from '#engine/pageState.ts'
import { escapeHtml } from '#engine/safeHtml.ts'
import { lastIndexOf } from '#shared/util/spans.ts'
import { computeSeo } from '#engine/seo.ts'

const siteOf = (state: PageState) => {
  state.dependsOn(DEPENDENCY.site)
  return state.index.source.site
}

/** `seo`: title, keywords and description for the head of the page. */
export function seo(state: PageState): string {
  const { title, keywords, description } = computeSeo(state)
  const meta = (name: string, content: string): string =>
    content === '' ? '' : `\n<meta name="${name}" content="${escapeHtml(content)}">`
  return `<title>${escapeHtml(title)}</title>${meta('keywords', keywords)}${meta('description', description)}`
}

const MOURNING = '<style>html{filter:grayscale(100%)}</style>'
/** `mourning`: the style of the mourning mode, if enabled for the site. */
export const mourning = (state: PageState): string => (siteOf(state).grayscale ? MOURNING : '')

/** `third_party`: the site's third-party code (第三方代码), unchanged. */
export const thirdParty = (state: PageState): string => siteOf(state).javascript

/** `copyright`: the copyright line of the site's settings. */
export const copyright = (state: PageState): string => escapeHtml(siteOf(state).copyright)

const REGISTER = 'https://beian.miit.gov.cn/'
const POLICE = 'https://beian.mps.gov.cn/#/query/webSearch'

/** `icp`: the site's registrations, those of the ministry and the police as links to their registers. */
export function icp(state: PageState): string {
  const { icp: number, policeIcp, eduIcp } = siteOf(state)
  const link = (href: string, text: string): string =>
    text === '' ? '' : `<a href="${href}" target="_blank" rel="noopener nofollow">${escapeHtml(text)}</a>`
  return [link(REGISTER, number), link(POLICE, policeIcp), escapeHtml(eduIcp)].filter((part) => part !== '').join(' ')
}

/** The script tag that counts a visit. */
function visitCounter(state: PageState): string {
  const { id, countScript } = siteOf(state)
  if (countScript === '') return ''
  return `<script async src="${escapeHtml(countScript)}" data-site="${id}" data-column="${state.page.columnId}"></script>`
}

/**
 * Inserts code that every page has, unless the template contains its tag: the mourning mode and the visit counter into
 * the head, third-party code at the end of the body.
 * @param used names of rendered tags
 */
export function withSiteCode(state: PageState, html: string, used: ReadonlySet<string>): string {
  const putBefore = (text: string, at: number, part: string): string =>
    at < 0 || part === '' ? text : `${text.slice(0, at)}${part}\n${text.slice(at)}`
  const gray = used.has('mourning') ? '' : mourning(state)
  const code = used.has('third_party') ? '' : thirdParty(state)
  const withHead = putBefore(html, html.search(/<\/head\s*>/i), gray + visitCounter(state))
  return putBefore(withHead, code === '' ? -1 : lastIndexOf(withHead, /<\/body\s*>/gi), code)
}
