import { expect, type Locator, type Page } from '@playwright/test'
import { Columns } from './columns.ts'

/** The field settings dialog over 栏目管理. */
export class ColumnFields {
  readonly page: Page
  readonly columns: Columns
  readonly dialog: Locator
  readonly catalogue: Locator
  readonly chosen: Locator
  readonly details: Locator

  constructor(page: Page) {
    this.page = page
    this.columns = new Columns(page)
    this.dialog = page.getByRole('alertdialog', { name: /^(设置字段|批量设置字段)：/ })
    this.catalogue = this.dialog.getByRole('region', { name: '可选字段' })
    this.chosen = this.dialog.getByRole('region', { name: '已选字段' })
    this.details = this.dialog.getByRole('region', { name: '字段属性' })
  }

  /** Opens the dialog for a column of the demo site; its fields are there. */
  async open(column: string): Promise<void> {
    await this.columns.more('设置字段', column)
    await expect(this.chosen).toBeVisible()
    await expect(this.catalogue.getByRole('group').first()).toBeVisible()
  }

  /** A field of the catalogue. */
  offered(alias: string): Locator {
    return this.catalogue.getByRole('button', { name: new RegExp(`^${alias}，`) })
  }

  /** The button of a chosen field that shows its properties. */
  field(alias: string): Locator {
    return this.chosen.locator('[data-field]').filter({ has: this.page.getByText(alias, { exact: true }) })
  }

  handle(alias: string): Locator {
    return this.chosen.getByRole('button', { name: `移动 ${alias}`, exact: true })
  }

  /** Aliases of the chosen fields in their order. */
  async order(): Promise<string[]> {
    const names = await this.chosen
      .getByRole('button', { name: /^移动 / })
      .evaluateAll((handles) => handles.map((handle) => handle.getAttribute('aria-label') ?? ''))
    return names.map((name) => name.replace(/^移动 /, ''))
  }

  async expectOrder(...aliases: string[]): Promise<void> {
    await expect.poll(() => this.order()).toEqual(aliases)
  }

  /** Drags with the mouse, as slowly as a hand: from the middle of one part to the middle of another. */
  async drag(from: Locator, to: Locator): Promise<void> {
    const [start, end] = [await from.boundingBox(), await to.boundingBox()]
    if (!start || !end) throw new Error('what is dragged is not in view')
    await this.page.mouse.move(start.x + start.width / 2, start.y + start.height / 2)
    await this.page.mouse.down()
    await this.page.mouse.move(start.x + start.width / 2 + 10, start.y + start.height / 2 + 4, { steps: 4 })
    await this.page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 12 })
    await this.page.mouse.up()
  }

  /** Drags to the lower edge of the list, which then scrolls, and lets go once `seen` is there. */
  async dragDownTo(from: Locator, seen: Locator): Promise<void> {
    const [start, list] = [await from.boundingBox(), await this.chosen.boundingBox()]
    if (!start || !list) throw new Error('what is dragged is not in view')
    await this.page.mouse.move(start.x + start.width / 2, start.y + start.height / 2)
    await this.page.mouse.down()
    await this.page.mouse.move(start.x + start.width / 2, start.y + start.height / 2 + 20, { steps: 4 })
    await this.page.mouse.move(start.x + start.width / 2, list.y + list.height - 8, { steps: 12 })
    await expect(seen).toBeVisible()
    await this.page.mouse.up()
  }

  async save(): Promise<void> {
    await this.dialog.getByRole('button', { name: '保存', exact: true }).click()
    await expect(this.dialog).toBeHidden()
  }
}
