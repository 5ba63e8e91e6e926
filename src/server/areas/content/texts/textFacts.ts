import type { SensitiveHit } from '#shared/contract/content.ts'
import { extractPlainText } from '#shared/domain/plainText.ts'
import { type SensitiveRule, WordFinder } from '#shared/domain/sensitiveWords.ts'
import { toWire, type WireError } from '#shared/errors/index.ts'
import { findHitsIn } from '#server/areas/data/sensitive/index.ts'
import { HtmlBudget, sanitizeHtml } from '#server/html/sanitize.ts'
import { toIndexWords, toSearchable } from '../searchIndex/words.ts'

/** Rich text as a client sent it. */
export interface SentText {
  fieldName: string
  fieldAlias: string
  html: string
}

/** Everything time-consuming that saving a rich text needs. */
export interface TextFacts {
  clean: string
  /** What sanitizing used of an HtmlBudget. */
  work: number
  /** The text in search form, and its index words. */
  searchable: string
  words: readonly string[]
  hits: readonly SensitiveHit[]
}

/** A preview needs only the sanitized text. */
export type CleanFacts = Pick<TextFacts, 'clean' | 'work'>

/** One result per text: facts, or the error of a refused text. */
export type Outcome<F extends CleanFacts> = { facts: F } | { error: WireError }

function sanitizeSent({ fieldName, fieldAlias, html }: SentText): CleanFacts {
  const budget = new HtmlBudget()
  // Replaces lone surrogates, which neither database accepts in JSON.
  const clean = sanitizeHtml(html.toWellFormed(), budget, fieldAlias || fieldName)
  return { clean, work: budget.spent }
}

function computeFacts(text: SentText, finder: WordFinder<SensitiveRule>): TextFacts {
  const { clean, work } = sanitizeSent(text)
  const { text: plain } = extractPlainText(clean)
  const { fieldName, fieldAlias } = text
  return {
    clean,
    work,
    searchable: toSearchable(plain),
    words: [...toIndexWords(plain)],
    hits: findHitsIn(finder, { fieldName, fieldAlias: fieldAlias || fieldName, text: clean, html: true }),
  }
}

/** @param rules null: only sanitizes the texts */
export function processTexts(
  texts: readonly SentText[],
  rules: readonly SensitiveRule[] | null,
): Outcome<CleanFacts | TextFacts>[] {
  const finder = rules && new WordFinder(rules)
  return texts.map((text) => {
    try {
      return { facts: finder ? computeFacts(text, finder) : sanitizeSent(text) }
    } catch (error) {
      return { error: toWire(error) }
    }
  })
}
