import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { aColumn, aColumnDetail } from '#tests/builders/columnRow.ts'
import { anEntry } from '#tests/builders/entry.ts'
import { aField } from '#tests/builders/field.ts'
import { aSession, aSite, pageOf } from '#tests/builders/session.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { address, aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { Clues } from './Clues.tsx'

configure({ defaultHidden: true })

const messages = aColumn(31, '在线留言', { clue: true })
const jobs = aColumn(32, '应聘登记', { clue: true })
const fields = [
  aField('title', { fieldAlias: '姓名', isList: true }),
  aField('phone', { fieldAlias: '电话', isList: true }),
  aField('note', { fieldAlias: '留言', isList: false }),
]
const detail = (id: number) => ({
  ...aColumnDetail(id === 31 ? messages : jobs),
  menuField: fields,
  listField: fields.filter(({ isList }) => isList),
})
const sent = anEntry(7, '王女士', { classId: 31, phone: '13800000000', note: '想了解价格' })

const host = (): FakeBridge =>
  aHost()
    .on('site.page', () => pageOf([aSite(1, '集团官网'), aSite(2, '新站')]))
    .on('column.getTree', ({ siteId }) =>
      siteId === 1 ? [aColumn(30, '互动', { child: [messages, aColumn(33, '新闻')] }), jobs] : [],
    )
    .on('column.findById', ({ id }) => detail(id))
    .on('content.page', ({ classId, key }) => pageOf(classId === 31 && !key ? [sent] : []))

describe('clue data', () => {
  it('has a tab for each clue column, with the configured fields of the column [B-132] [B-133]', async () => {
    const fake = host()
    renderUi(<Clues />, { host: fake })
    const user = userEvent.setup()
    const row = await screen.findByRole('row', { name: /王女士/ })
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['在线留言', '应聘登记'])
    expect(screen.getAllByRole('columnheader').map((each) => each.textContent)).toEqual([
      '姓名',
      '电话',
      '提交时间',
      '操作',
    ])
    expect(within(row).getByText('13800000000')).toBeTruthy()
    await user.type(screen.getByRole('searchbox'), '李')
    await screen.findByText('没有找到')
    expect(fake.inputsOf('content.page').at(-1)).toMatchObject({ classId: 31, siteId: 1, key: '李' })
    await user.click(screen.getByRole('tab', { name: '应聘登记' }))
    await screen.findByText('还没有线索')
    expect(address()).toContain('tab=32')
    await user.click(screen.getByRole('combobox', { name: '站点' }))
    await user.click(await screen.findByRole('option', { name: '新站' }))
    await screen.findByText('该站点还没有线索栏目')
  })

  it('leaves out plain columns, and names what has no title by its first text', async () => {
    const person = { ...aField('person', { fieldAlias: '姓名', isList: true }) }
    const fake = host()
      .on('column.getTree', () => [messages, aColumn(34, '分组', { clue: true, menuType: 2 })])
      .on('column.findById', () => ({ ...detail(31), menuField: [person], listField: [person] }))
      .on('content.page', () => pageOf([anEntry(9, '', { classId: 31, person: '赵先生' })]))
    renderUi(<Clues />, { host: fake })
    await userEvent.click(await screen.findByRole('button', { name: '删除 赵先生' }))
    await screen.findByText('删除“赵先生”')
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['在线留言'])
    await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: '取消' }))
  })

  it('shows one with all its fields [B-135]', async () => {
    const fake = host().on('content.form', () => ({
      entry: sent,
      column: detail(31),
      fields: fields.map((field) => ({ ...field, value: '' })),
    }))
    renderUi(<Clues />, { host: fake })
    await userEvent.click(await screen.findByRole('button', { name: '查看 王女士' }))
    const dialog = await screen.findByRole('dialog')
    await within(dialog).findByText('想了解价格')
  })

  it('deletes one after 确认删除？ [B-134]', async () => {
    const fake = host().on('content.deleteByIdList', () => null)
    renderUi(<Clues />, { host: fake })
    await userEvent.click(await screen.findByRole('button', { name: '删除 王女士' }))
    const question = await screen.findByRole('alertdialog')
    expect(question.textContent).toContain('确认删除？')
    await userEvent.click(within(question).getByRole('button', { name: '删除' }))
    await screen.findByText('删除成功')
    expect(fake.inputsOf('content.deleteByIdList')).toEqual([{ classId: 31, idList: [7], final: false }])
  })

  it('exports the tab [B-136]', async () => {
    const fake = host().on('sheets.download', () => ({ href: '', savedAs: '在线留言.xlsx' }))
    renderUi(<Clues />, { host: fake })
    await screen.findByRole('row', { name: /王女士/ })
    await userEvent.click(screen.getByRole('button', { name: '导出' }))
    await waitFor(() =>
      expect(fake.inputsOf('sheets.download')[0]).toMatchObject({
        operation: 'content.exportSheet',
        input: { classId: 31, siteId: 1 },
        name: '在线留言',
      }),
    )
  })

  it('has only the columns that the account may read, and deletes and exports only by its codes', async () => {
    const session = aSession({
      groupId: 5,
      siteItemDTOList: [{ siteId: 1, menuItemDTOList: [{ menuId: 31, settingList: [1105] }] }],
    })
    const fake = host().on('session.status', () => session)
    renderUi(<Clues />, { host: fake })
    await screen.findByRole('row', { name: /王女士/ })
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['在线留言'])
    expect(screen.getByRole('button', { name: '删除 王女士' }).getAttribute('aria-disabled')).toBe('true')
    expect(screen.queryByRole('button', { name: '导出' })).toBeNull()
  })
})
