import { deflateSync, crc32 } from 'node:zlib'
import { expect, type Locator, type Page } from '@playwright/test'

/** The media panel of the gallery, and the dialogs of its fields. */
export class Media {
  readonly page: Page
  readonly form: Locator

  constructor(page: Page) {
    this.page = page
    this.form = page.getByRole('form', { name: '示例媒体表单' })
  }

  async open(): Promise<void> {
    await this.page.getByRole('tab', { name: '媒体', exact: true }).click()
    await expect(this.form).toBeVisible()
  }

  dialog(name: string | RegExp): Locator {
    return this.page.getByRole('dialog', { name }).or(this.page.getByRole('alertdialog', { name }))
  }
  field(label: string): Locator {
    return this.form.getByRole('group', { name: label, exact: true })
  }
  option(name: string): Locator {
    return this.page.getByRole('option', { name: new RegExp(`^${name}，`) })
  }
  /** The handle of an item's card. */
  handle(title: string): Locator {
    return this.form.getByRole('button', { name: `移动 ${title}`, exact: true })
  }
  async expectOrder(...titles: string[]): Promise<void> {
    const handles = this.form.getByRole('button', { name: /^移动 / })
    await expect
      .poll(() => handles.evaluateAll((all) => all.map((each) => each.getAttribute('aria-label'))))
      .toEqual(titles.map((title) => `移动 ${title}`))
  }
  /** Chooses files in the file input of that name, as the file dialog would. */
  async give(input: string, ...files: { name: string; bytes: Buffer }[]): Promise<void> {
    await this.page
      .getByLabel(input, { exact: true })
      .setInputFiles(files.map(({ name, bytes }) => ({ name, mimeType: '', buffer: bytes })))
  }
}

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

type Colour = readonly [red: number, green: number, blue: number]

/** A whole PNG, its left half of one colour and its right half of another. */
export function twoColours(width: number, height: number, left: Colour, right: Colour): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const line = Buffer.from([0, ...Array.from({ length: width }, (_each, x) => (x < width / 2 ? left : right)).flat()])
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => line)))
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

export const RED: Colour = [220, 30, 30]
export const BLUE: Colour = [30, 30, 220]
export const GREEN: Colour = [30, 160, 60]
