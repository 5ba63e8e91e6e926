import { randomBytes } from 'node:crypto'
import { sheetOf } from './sheet.ts'
import { changedZip } from './zip.ts'

const MB = 1024 * 1024
/** Less than the texts that a sheet may have, far more than Excel takes in one cell. */
const CELL_MB = 190

export interface BigCell {
  /** Where its text stands: among the texts that all cells share, or in the cell. */
  at: 'shared' | 'inline'
  /** MB of noise among the letters: without any it packs to a thousandth, with 2 to less than a hundredth. */
  noiseMb?: number
}

/** An xlsx whose one cell holds 190 MB. */
export async function bigCellSheet({ at, noiseMb = 0 }: BigCell): Promise<Buffer> {
  const text = Buffer.alloc(CELL_MB * MB, 'A')
  text.write(
    randomBytes(noiseMb * MB)
      .toString('base64')
      .slice(0, noiseMb * MB),
    0,
    'latin1',
  )
  const wrapped = (before: string, after: string) => Buffer.concat([Buffer.from(before), text, Buffer.from(after)])
  const title = '<row r="1"><c r="A1" t="inlineStr"><is><t>敏感词</t></is></c></row>'
  const cell =
    at === 'shared'
      ? Buffer.from('<c r="A2" t="s"><v>0</v></c>')
      : wrapped('<c r="A2" t="inlineStr"><is><t>', '</t></is></c>')
  const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
  const sheet = Buffer.concat([
    Buffer.from(`<?xml version="1.0"?><worksheet ${main}><sheetData>${title}<row r="2">`),
    cell,
    Buffer.from('</row></sheetData></worksheet>'),
  ])
  const shared =
    at === 'shared'
      ? wrapped(`<?xml version="1.0"?><sst ${main} count="1" uniqueCount="1"><si><t>`, '</t></si></sst>')
      : Buffer.from(`<?xml version="1.0"?><sst ${main} count="0" uniqueCount="0"></sst>`)
  return changedZip(await sheetOf([['敏感词'], ['甲']]), {
    'xl/worksheets/sheet1.xml': () => sheet,
    'xl/sharedStrings.xml': () => shared,
  })
}
