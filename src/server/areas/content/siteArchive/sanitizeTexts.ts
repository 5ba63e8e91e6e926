import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { isPlainlyClean } from '#server/html/alreadyClean.ts'
import { HtmlBudget, sanitizeHtml } from '#server/html/sanitize.ts'
import { AppError } from '#shared/errors/index.ts'
import type { ContentColumn } from '../store/rules.ts'
import { type ArchiveRow, fieldTextsOf } from './checkRows.ts'

/** Characters of rich text between two yields to the event loop. */
const YIELD_AFTER_CHARS = 256 * 1024

/**
 * Sanitizes texts as a save would, because readers of published entries rely on clean rich text (decision 059).
 * @param name the property that holds the texts by field name
 * @throws AppError `invalid` for a text that a save would refuse
 */
export async function sanitizeTexts(
  rows: readonly ArchiveRow[],
  name: 'values' | 'fields',
  columnOf: (row: ArchiveRow) => ContentColumn | undefined,
): Promise<ArchiveRow[]> {
  const done: ArchiveRow[] = []
  let unyieldedLength = 0
  for (const row of rows) {
    const editors = new Set(
      columnOf(row)?.fields.flatMap(({ fieldType, fieldName }) => (fieldType === 'Editor' ? fieldName : [])),
    )
    const budget = new HtmlBudget()
    const texts: Record<string, string> = {}
    for (const [field, rawText] of Object.entries(fieldTextsOf(row[name]))) {
      // Replaces lone surrogates, which neither database accepts in JSON.
      const text = rawText.toWellFormed()
      texts[field] = editors.has(field) && !isPlainlyClean(text) ? sanitizeText(text, budget, row) : text
      unyieldedLength += text.length
    }
    done.push({ ...row, [name]: texts })
    if (unyieldedLength < YIELD_AFTER_CHARS) continue
    unyieldedLength = 0
    await yieldToEventLoop()
  }
  return done
}

function sanitizeText(html: string, budget: HtmlBudget, row: ArchiveRow): string {
  try {
    return sanitizeHtml(html, budget)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const id = String(row['contentId'] ?? row['id'])
    throw new AppError('invalid', `导出包里编号为 ${id} 的内容无法导入：${error.message}`, { cause: error })
  }
}
