import { setImmediate as turn } from 'node:timers/promises'
import { isPlainlyClean } from '#server/html/alreadyClean.ts'
import { HtmlBudget, sanitizeHtml } from '#server/html/sanitize.ts'
import { AppError } from '#shared/errors/index.ts'
import type { ContentColumn } from '../store/rules.ts'
import { type ArchiveRow, textsOf } from './checkRows.ts'

/** Characters of rich text between two looks at what else the server has to do. */
const PAUSE_AFTER = 256 * 1024

/**
 * Rows with texts as they would be kept if they had been saved here: who reads published entries (decision 059) is told that
 * rich texts are clean. @param name the texts by field name
 * @throws AppError `invalid` for a text that no form would take
 */
export async function cleanTexts(
  rows: readonly ArchiveRow[],
  name: 'values' | 'fields',
  columnOf: (row: ArchiveRow) => ContentColumn | undefined,
): Promise<ArchiveRow[]> {
  const done: ArchiveRow[] = []
  let read = 0
  for (const row of rows) {
    const editors = new Set(
      columnOf(row)?.fields.flatMap(({ fieldType, fieldName }) => (fieldType === 'Editor' ? fieldName : [])),
    )
    const budget = new HtmlBudget()
    const texts: Record<string, string> = {}
    for (const [field, given] of Object.entries(textsOf(row[name]))) {
      // Lone surrogates, which neither database accepts in JSON, are replaced.
      const text = given.toWellFormed()
      texts[field] = editors.has(field) && !isPlainlyClean(text) ? cleaned(text, budget, row) : text
      read += text.length
    }
    done.push({ ...row, [name]: texts })
    if (read < PAUSE_AFTER) continue
    read = 0
    await turn()
  }
  return done
}

function cleaned(html: string, budget: HtmlBudget, row: ArchiveRow): string {
  try {
    return sanitizeHtml(html, budget)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const id = String(row['contentId'] ?? row['id'])
    throw new AppError('invalid', `导出包里编号为 ${id} 的内容不能导入：${error.message}`, { cause: error })
  }
}
