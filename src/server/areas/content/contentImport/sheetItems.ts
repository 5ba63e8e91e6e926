import { readFile } from 'node:fs/promises'
import { cellText, isBlank, type RawRow } from '#server/sheets/cells.ts'
import { csvRows } from '#server/sheets/csv.ts'
import { SHEET_LIMITS } from '#server/sheets/limits.ts'
import { rawRows } from '#server/sheets/rawRows.ts'
import { AppError } from '#shared/errors/index.ts'
import { addGroup, countItem, type Facts, sourceKey, type SourceItem } from './source.ts'
import { pageText } from './htmlPage.ts'

const SAMPLES = 3
const SAMPLE_LENGTH = 100

async function* rowsOf(file: string, extension: string): AsyncGenerator<RawRow, void> {
  if (extension === 'csv') yield* csvRows(pageText(await readFile(file)).replace(/^\ufeff/, ''), SHEET_LIMITS)
  else yield* rawRows(file, SHEET_LIMITS)
}

/**
 * Yields each row below the titles as an item.
 * @param keyTitle column whose cell identifies a row; '' identifies it by all cells
 * @throws AppErrors of rawRows; `invalid` without titles or with duplicate titles
 */
export async function* sheetItems(
  file: string,
  extension: string,
  facts: Facts,
  keyTitle: string,
): AsyncGenerator<SourceItem, void> {
  let keyAt = -1
  let hasTitles = false
  addGroup(facts, '', '表格', 1)
  for await (const { row, cells } of rowsOf(file, extension)) {
    if (!hasTitles) {
      facts.columns = titlesOf(cells.map(cellText), row)
      keyAt = keyTitle === '' ? -1 : facts.columns.findIndex(({ title }) => title === keyTitle)
      hasTitles = true
      continue
    }
    const texts = cells.map((cell) => (isBlank(cell) ? '' : cellText(cell)))
    for (const [at, { samples }] of facts.columns.entries())
      if (samples.length < SAMPLES && texts[at]) samples.push(texts[at].slice(0, SAMPLE_LENGTH))
    const named = texts[keyAt] ?? ''
    const item: SourceItem = {
      row,
      key: sourceKey(named === '' ? `row ${JSON.stringify(texts)}` : `key ${keyTitle} ${named}`),
      title: texts.find((text) => text !== '') ?? '',
      html: '',
      excerpt: '',
      author: '',
      date: '',
      isPublished: true,
      groups: [''],
      cells,
      base: '',
    }
    countItem(facts, item)
    yield item
  }
  if (!hasTitles) throw new AppError('invalid', '表格的第一个工作表没有内容，请填写后重新上传')
  if (facts.entries === 0) throw new AppError('invalid', '表格里只有标题，没有数据，请填写后重新上传')
}

function titlesOf(titles: readonly string[], row: number): Facts['columns'] {
  const named = titles.map((title, at) => title.slice(0, 254) || `第 ${at + 1} 列`)
  const twice = named.find((title, at) => named.indexOf(title) !== at)
  if (twice !== undefined) throw new AppError('invalid', `第 ${row} 行有两个“${twice}”列，请删除或改名后重新上传`)
  return named.map((title) => ({ title, samples: [] }))
}
