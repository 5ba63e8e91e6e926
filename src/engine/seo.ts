import { extractPlainText } from '#shared/domain/plainText.ts'
import { DEPENDENCY } from './dependencies.ts'
import type { PageState } from './pageState.ts'

export interface Seo {
  title: string
  keywords: string
  description: string
}

const SUMMARY = 120

/**
 * Title, keywords and description of the page: of the article by its fields seoTitle, seoKeywords and seoDescription (or its
 * title and summary), of the column, of the site. The first that is not empty counts; a title names the site at its end.
 */
export function computeSeo(state: PageState): Seo {
  const { index, column, entry, page } = state
  state.dependsOn(DEPENDENCY.site)
  if (column) state.dependsOn(DEPENDENCY.columns)
  if (entry) state.dependsOn(DEPENDENCY.entry(entry.id))
  const { site } = index.source
  const own = entry?.fields ?? {}
  const first = (...texts: (string | undefined)[]): string =>
    texts.find((text) => (text ?? '').trim() !== '')?.trim() ?? ''
  const article = page.kind === 'entry' ? (own.title ?? entry?.title) : undefined
  const name = first(own.seoTitle, article, column?.seoTitle, column?.title)
  const home = first(site.seoTitle, site.title)
  const number = page.number > 1 ? `（第 ${page.number} 页）` : ''
  return {
    title: name === '' ? home : `${name}${number} - ${site.title}`,
    keywords: first(own.seoKeywords, column?.seoKeywords, site.seoKeywords),
    description: summarize(first(own.seoDescription, own.summary, column?.seoDescription, site.seoDescription)),
  }
}

const summarize = (text: string): string => {
  // Parsing markup is expensive, and a summary rarely has any.
  const plain = (/[<&]/.test(text) ? extractPlainText(text).text : text).replace(/\s+/g, ' ').trim()
  return plain.length > SUMMARY ? `${plain.slice(0, SUMMARY)}…` : plain
}
