import { readFile } from 'node:fs/promises'
import { formatCell, isBlank, type RawRow } from '#server/sheets/cells.ts'
import { parseCsvRows } from '#server/sheets/csv.ts'
import { SHEET_LIMITS } from '#server/sheets/limits.ts'
import { readRawRows } from '#server/sheets/rawRows.ts'
import { AppError } from '#shared/errors/index.ts'
import { addGroup, countItem, type SourceFacts, sourceKey, type SourceItem } from './source.ts'
import { decodePage } from './htmlPage.ts'

const SAMPLES = 3
const SAMPLE_LENGTH = 100

async function* readRows(file: string, extension: string): AsyncGenerator<RawRow, void> {
  if (extension === 'csv') yield* parseCsvRows(decodePage(await readFile(file)).replace(/^\ufeff/, ''), SHEET_LIMITS)
  else yield* readRawRows(file, SHEET_LIMITS)
}

/**
 * Yields each row below the titles as an item.
 * @param keyTitle column whose cell identifies a row; '' identifies it by all cells
 * @throws AppErrors of readRawRows; `invalid` without titles or with duplicate titles
 */
export async function* sheetItems(
  file: string,
  extension: string,
  facts: SourceFacts,
  keyTitle: string,
): AsyncGenerator<SourceItem, void> {
  let keyAt = -1
  let hasTitles = false
  addGroup(facts, '', '表格', 1)
  for await (const { row, cells } of readRows(file, extension)) {
    if (!hasTitles) {
      facts.columns = readTitles(cells.map(formatCell), row)
      keyAt = keyTitle === '' ? -1 : facts.columns.findIndex(({ title }) => title === keyTitle)
      hasTitles = true
      continue
    }
    const texts = cells.map((cell) => (isBlank(cell) ? '' : formatCell(cell)))
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

function readTitles(titles: readonly string[], row: number): SourceFacts['columns'] {
  const named = titles.map((title, at) => title.slice(0, 254) || `第 ${at + 1} 列`)
  const duplicate = named.find((title, at) => named.indexOf(title) !== at)
  if (duplicate !== undefined)
    throw new AppError('invalid', `第 ${row} 行有两个“${duplicate}”列，请删除或改名后重新上传`)
  return named.map((title) => ({ title, samples: [] }))
}
