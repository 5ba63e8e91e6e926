import { expect, type Locator, type Page } from '@playwright/test'
import { Shell } from './shell.ts'

export interface TestFile {
  name: string
  mimeType: string
  buffer: Buffer
}

/** The resource library as a person uses it. */
export class Library {
  readonly #page: Page
  /** The cards or the table. */
  readonly files: Locator
  readonly dialog: Locator

  constructor(page: Page) {
    this.#page = page
    this.files = page.getByRole('grid', { name: /^资源库的/ }).or(page.getByRole('table', { name: /^资源库的/ }))
    this.dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
  }

  async open(): Promise<void> {
    await new Shell(this.#page).open('资源库')
    await expect(this.#page.getByRole('heading', { name: '资源库', level: 1 })).toBeVisible()
  }

  tab = (name: string): Promise<void> => this.#page.getByRole('tab', { name }).click()
  file = (name: string): Locator => this.files.getByRole('row', { name })

  async upload(kind: string, ...files: TestFile[]): Promise<void> {
    await this.#page.getByLabel(`选择要上传的${kind}`).setInputFiles(files)
    for (const { name } of files) await expect(this.file(name)).toBeVisible({ timeout: 20_000 })
  }

  async act(action: string, name: string): Promise<void> {
    await this.file(name)
      .getByRole('button', { name: `${action} ${name}` })
      .click()
  }
}

/** A second of silence. */
export function wav(name: string, seconds = 1): TestFile {
  const rate = 8000
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + rate * seconds, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(rate, 24)
  head.writeUInt32LE(rate, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36)
  head.writeUInt32LE(rate * seconds, 40)
  return { name, mimeType: 'audio/wav', buffer: Buffer.concat([head, Buffer.alloc(rate * seconds, 128)]) }
}

/** Pages with a word each in a font that the file does not bring. */
export function pdf(name: string, words: readonly string[]): TestFile {
  const kids = words.map((_word, i) => `${4 + i * 2} 0 R`).join(' ')
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${kids}]/Count ${words.length}>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ...words.flatMap((word, i) => {
      const text = `BT /F1 48 Tf 40 60 Td (${word}) Tj ET`
      return [
        `<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 150]/Resources<</Font<</F1 3 0 R>>>>/Contents ${5 + i * 2} 0 R>>`,
        `<</Length ${text.length}>>\nstream\n${text}\nendstream`,
      ]
    }),
  ]
  let body = '%PDF-1.4\n'
  const offsets = objects.map((object, i) => {
    const at = body.length
    body += `${i + 1} 0 obj\n${object}\nendobj\n`
    return at
  })
  const table = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  body += `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${body.length}\n%%EOF`
  return { name, mimeType: 'application/pdf', buffer: Buffer.from(body, 'latin1') }
}
