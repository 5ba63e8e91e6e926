import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { aColumn } from '#tests/builders/columnRow.ts'
import { aField } from '#tests/builders/field.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { FieldSettingsDialog } from '../FieldSettingsDialog.tsx'

configure({ defaultHidden: true })

const COUNT = 200
const fields = Array.from({ length: COUNT }, (_none, at) =>
  aField(`field${at + 1}`, { fieldAlias: `字段${at + 1}`, sort: at + 1 }),
)

async function open(): Promise<HTMLElement> {
  const host = aHost()
    .on('column.getSettingField', ({ id }) => ({ id, version: 1, menuFieldDTOList: fields }))
    .on('fieldCommon.getList', () => [])
  renderUi(<FieldSettingsDialog columns={[aColumn(301, '集团新闻')]} onClose={() => undefined} />, { host })
  const pane = await screen.findByRole('region', { name: '已选字段' })
  const list = await within(pane).findByRole('list')
  // Until all is there, nothing can be changed.
  await waitFor(() => expect(within(list).getByLabelText('删除 字段1')).toHaveProperty('disabled', false))
  return list
}
const row = (list: HTMLElement, alias: string): HTMLElement | undefined =>
  within(list)
    .getAllByRole('listitem')
    .find((each) => within(each).queryByText(alias, { exact: true }))

describe('a column with as many fields as it may have', () => {
  it('draws those in view, and says how many there are', async () => {
    const list = await open()
    const drawn = within(list).getAllByRole('listitem')
    expect(drawn.length).toBeLessThan(50)
    expect(drawn[0]?.getAttribute('aria-setsize')).toBe(`${COUNT}`)
    expect(screen.getByText(/^200 个/)).toBeTruthy()
  })

  it('draws one row again while its field is typed into', async () => {
    const list = await open()
    const touched = new Set<HTMLElement | null>()
    const observer = new MutationObserver((changes) => {
      for (const { target } of changes) touched.add((target as Element).parentElement?.closest('li') ?? null)
    })
    observer.observe(list, { subtree: true, childList: true, characterData: true, attributes: true })
    await userEvent.type(screen.getByLabelText('别名'), '甲乙')
    await waitFor(() => expect(row(list, '字段1甲乙')).toBeTruthy())
    observer.disconnect()
    expect([...touched]).toEqual([row(list, '字段1甲乙')])
  })

  it('goes with the keys to a field that is not drawn yet, and moves it', async () => {
    const list = await open()
    within(list).getByText('字段1').closest('button')?.focus()
    await userEvent.keyboard('{End}')
    await waitFor(() => expect(document.activeElement?.textContent).toContain('字段200'))
    expect(document.activeElement?.closest('li')?.getAttribute('aria-posinset')).toBe('200')
    await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
    await screen.findByText('字段“字段200”已移到第 199 位，共 200 个')
    await waitFor(() => expect(document.activeElement?.closest('li')?.getAttribute('aria-posinset')).toBe('199'))
  })
})
