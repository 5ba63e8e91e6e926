import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { AppError } from '#shared/errors/index.ts'
import { aHit } from '#tests/builders/contentForm.ts'
import { anEntry } from '#tests/builders/entry.ts'
import { aSession, pageOf } from '#tests/builders/session.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { aContentHost, listColumn } from '#tests/setup/contentHost.ts'
import { renderUi } from '#tests/setup/renderUi.tsx'
import type { BinKind } from './binColumns.tsx'
import { BinDialog } from './BinDialog.tsx'

// The focus trap of stacked dialogs hides and shows late in a DOM without layout.
configure({ defaultHidden: true })

const GONE = anEntry(7, '旧新闻', { recycleTime: '2026-11-10 08:00:00', expireTime: '2026-12-10 08:00:00' })
const DRAFT = anEntry(8, '草稿一', { isStatus: false })
const host = (): FakeBridge =>
  aContentHost([])
    .on('content.recyclePage', () => pageOf([GONE]))
    .on('content.draftPage', () => pageOf([DRAFT, anEntry(9, '草稿二', { isStatus: false })]))

const editorWith = (...codes: number[]) =>
  aSession({
    groupId: 7,
    siteItemDTOList: [{ siteId: 1, menuItemDTOList: [{ menuId: 11, settingList: codes }] }],
  })

function open(fake: FakeBridge, kind: BinKind, who = aSession()) {
  renderUi(<BinDialog kind={kind} place={{ column: listColumn(), who, review: false }} onClose={() => undefined} />, {
    host: fake,
  })
  return userEvent.setup()
}
const press = async (user: ReturnType<typeof userEvent.setup>, name: string) =>
  user.click(await screen.findByRole('button', { name }))
const agree = async (user: ReturnType<typeof userEvent.setup>) =>
  user.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: /^(?:确定|删除|清空|取消发布)$/ }),
  )
const buttons = () => screen.getAllByRole('button').map((each) => each.getAttribute('aria-label') || each.textContent)

describe('the dialogs of the recycle bin and the drafts', () => {
  it.each([
    ['recycle', 'B-045', 'content.recyclePage'],
    ['drafts', 'B-046', 'content.draftPage'],
  ] as const)('%s: searches by the fields of the column, in pages of ten [%s]', async (kind, _row, call) => {
    const fake = host()
    const user = open(fake, kind)
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(await dialog.findByRole('searchbox', { name: '来源' }), '新华社{Enter}')
    const fieldKeyValuePairDTOList = [{ fieldName: 'source', fieldValue: '新华社' }]
    await waitFor(() =>
      expect(fake.inputsOf(call).at(-1)).toMatchObject({ classId: 11, page: 1, size: 10, fieldKeyValuePairDTOList }),
    )
  })
})

describe('the recycle bin', () => {
  it('shows what was deleted and until when it stays, and restores after 确认还原？ [B-047] [B-184] [B-269] [B-314] [B-315] [B-400]', async () => {
    const fake = host()
      .on('content.restore', () => null)
      .envelope('content.restore', 200, '还原成功')
    const user = open(fake, 'recycle')
    const row = await screen.findByRole('row', { name: /旧新闻/ })
    expect(within(row).getByText('2026-11-10 08:00:00')).toBeTruthy()
    expect(within(row).getByText('2026-12-10')).toBeTruthy()
    await press(user, '还原 旧新闻')
    expect(await screen.findByText('确认还原？')).toBeTruthy()
    await agree(user)
    await screen.findByText('还原成功')
    expect(fake.inputsOf('content.restore')).toEqual([{ classId: 11, idList: [7], acceptSensitive: false }])
    expect(fake.inputsOf('content.recyclePage')[0]).toMatchObject({ classId: 11, page: 1, size: 10 })
  })

  it('asks once about sensitive words in all entries that would be public again, and restores only after confirmation', async () => {
    const hit = aHit('第一', { propWord: '领先', times: 2, excerpt: '全国第一' })
    const hits = [
      { ...hit, entry: '内容“旧新闻”' },
      { ...hit, entry: '内容“更旧的”' },
    ]
    const fake = host()
      .on('content.recyclePage', () => pageOf([GONE, { ...GONE, id: 6, title: '更旧的' }]))
      .on('content.restore', ({ acceptSensitive }) => {
        if (acceptSensitive) return null
        throw new AppError('conflict', '含有敏感词', { details: { fact: { kind: 'words', hits: hits } } })
      })
    const user = open(fake, 'recycle')
    const restoreAll = async () => {
      await press(user, '批量还原')
      await agree(user)
      await screen.findByText(/还原后将重新公开/)
      return screen.getByRole('alertdialog')
    }
    for (const name of ['旧新闻', '更旧的'])
      await user.click(await screen.findByRole('checkbox', { name: `选择 ${name}` }))
    const first = await restoreAll()
    expect(within(first).getAllByRole('listitem')).toHaveLength(2)
    await user.click(within(first).getByRole('button', { name: '取消' }))
    await waitFor(() => expect(screen.queryByText(/还原后将重新公开/)).toBeNull())
    screen.getByText('已选 2 项')
    expect(screen.queryByText('含有敏感词')).toBeNull()
    await user.click(within(await restoreAll()).getByRole('button', { name: '仍然还原' }))
    await screen.findByText('未选择')
    expect(fake.inputsOf('content.restore')).toEqual(
      [false, false, true].map((acceptSensitive) => ({ classId: 11, idList: [7, 6], acceptSensitive })),
    )
  })

  it('deletes for good, and is emptied after 确认清空数据？ [B-183] [B-273]', async () => {
    const fake = host()
      .on('content.deleteByIdList', () => null)
      .on('content.cleanRecycle', () => null)
    const user = open(fake, 'recycle')
    await press(user, '彻底删除 旧新闻')
    expect(await screen.findByText('确认删除？ 操作不可撤销！')).toBeTruthy()
    await agree(user)
    await waitFor(() =>
      expect(fake.inputsOf('content.deleteByIdList')).toEqual([{ classId: 11, idList: [7], final: true }]),
    )
    await press(user, '清空回收站')
    expect(await screen.findByText('确认清空数据？')).toBeTruthy()
    await agree(user)
    await waitFor(() => expect(fake.inputsOf('content.cleanRecycle')).toEqual([{ classId: 11 }]))
  })

  it('unselects an entry that is restored by its own button', async () => {
    const user = open(
      host().on('content.restore', () => null),
      'recycle',
    )
    await user.click(await screen.findByRole('checkbox', { name: '选择 旧新闻' }))
    await screen.findByText('已选 1 项')
    await press(user, '还原 旧新闻')
    await agree(user)
    await screen.findByText('未选择')
  })

  it('opens without actions for who has neither 1102 nor 1103 [B-051] [B-052]', async () => {
    open(host(), 'recycle', editorWith(1101))
    await screen.findByRole('row', { name: /旧新闻/ })
    for (const name of ['还原 旧新闻', '彻底删除 旧新闻', '清空回收站', '批量还原', '批量删除'])
      expect(buttons()).not.toContain(name)
  })
})

describe('the drafts', () => {
  it('are published, edited and deleted for good [B-048] [B-049] [B-050] [B-313]', async () => {
    const fake = host()
      .on('content.publish', () => null)
      .on('content.deleteByIdList', () => null)
      .on('content.form', () => {
        throw new AppError('not-found', '该内容已被删除')
      })
    const user = open(fake, 'drafts')
    await press(user, '发布 草稿一')
    expect(await screen.findByText('确认发布数据？')).toBeTruthy()
    await agree(user)
    await waitFor(() =>
      expect(fake.inputsOf('content.publish')).toEqual([{ classId: 11, idList: [8], acceptSensitive: false }]),
    )
    await press(user, '删除 草稿二')
    await agree(user)
    await waitFor(() =>
      expect(fake.inputsOf('content.deleteByIdList')).toEqual([{ classId: 11, idList: [9], final: true }]),
    )
    await press(user, '编辑 草稿一')
    await waitFor(() => expect(fake.inputsOf('content.form')).toEqual([{ classId: 11, id: 8 }]))
  })

  it('are published and edited only with 1102, deleted only with 1103 [B-051] [B-052]', async () => {
    open(host(), 'drafts', editorWith(1101, 1103))
    await screen.findByRole('row', { name: /草稿一/ })
    expect(buttons()).toContain('删除 草稿一')
    for (const name of ['发布 草稿一', '编辑 草稿一']) expect(buttons()).not.toContain(name)
  })

  it('say why they can not be published without 1104', async () => {
    const user = open(host(), 'drafts', editorWith(1101, 1102))
    const publish = await screen.findByRole('button', { name: '发布 草稿一' })
    expect(publish.title).toContain('您没有在栏目“公司新闻”中发布的权限')
    await user.click(publish)
    expect(screen.queryByText('确认发布数据？')).toBeNull()
    expect(buttons()).not.toContain('删除 草稿一')
  })
})
