import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { columnDetail } from '#shared/contract/column.ts'
import { anEntry } from '#tests/builders/entry.ts'
import { aField } from '#tests/builders/field.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { aContentHost, listColumn, TITLE_FIELD } from '#tests/setup/contentHost.ts'
import { renderUi } from '#tests/setup/renderUi.tsx'
import { ContentPage } from './ContentPage.tsx'

configure({ defaultHidden: true })

const ENTRIES = [anEntry(1, '新船下水'), anEntry(2, '年会通知', { isStatus: false })]
const SAID = '服务器没有做任何事'

function open(fake: FakeBridge) {
  renderUi(
    <Routes>
      <Route path="/admin/model_manage/:menuId" element={<ContentPage review={false} />} />
    </Routes>,
    { host: fake, at: '/admin/model_manage/11' },
  )
  return userEvent.setup()
}
type User = ReturnType<typeof open>
const batch = (name: string) => within(screen.getByRole('group', { name: '批量操作' })).getByRole('button', { name })
const tick = async (user: User) => user.click(await screen.findByRole('checkbox', { name: '选择 新船下水' }))
const agree = async (user: User) =>
  user.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: /^(?:确定|删除|清空|取消发布)$/ }),
  )
const setFlag = async (user: User, item: string) => {
  await tick(user)
  await user.click(batch('推荐与置顶'))
  await user.click(await screen.findByRole('menuitem', { name: '首页置顶' }))
  await user.click(await screen.findByRole('menuitem', { name: item }))
}

type Operation = 'content.publish' | 'content.unpublish' | 'content.deleteByIdList' | 'content.option'
const DONE: readonly [Operation, (user: User) => Promise<void>][] = [
  ['content.publish', async (user) => (await tick(user), await user.click(batch('发布')), await agree(user))],
  ['content.unpublish', async (user) => (await tick(user), await user.click(batch('取消发布')), await agree(user))],
  ['content.deleteByIdList', async (user) => (await tick(user), await user.click(batch('删除')), await agree(user))],
  ['content.option', (user) => setFlag(user, '设置首页置顶')],
]

describe('an operation of the list', () => {
  it.each(DONE.flatMap(([name, run]) => [1, 400006].map((code) => [name, code, run] as const)))(
    '%s answered with %i does nothing visible: no word, no reload, the selection stays [B-395]',
    async (name, code, run) => {
      const fake = aContentHost(ENTRIES)
        .on(name, () => null)
        .envelope(name, code, SAID)
      const user = open(fake)
      await run(user)
      await waitFor(() => expect(fake.inputsOf(name)).toHaveLength(1))
      // The buttons come back once the answer is there.
      await waitFor(() => expect(batch('删除').getAttribute('aria-disabled')).toBeNull())
      expect(screen.queryByText(SAID)).toBeNull()
      expect(screen.getByText('已选 1 项')).toBeTruthy()
      expect(fake.inputsOf('content.page')).toHaveLength(1)
    },
  )

  it('says 已取消 when a flag was taken away, and loads again [B-399]', async () => {
    const fake = aContentHost(ENTRIES)
      .on('content.option', () => null)
      .envelope('content.option', 200, '已取消')
    const user = open(fake)
    await setFlag(user, '取消首页置顶')
    await screen.findByText('已取消')
    expect(fake.inputsOf('content.option')).toEqual([{ classId: 11, idList: [1], optionType: 2 }])
    await waitFor(() => expect(fake.inputsOf('content.page')).toHaveLength(2))
  })
})

describe('a search field', () => {
  it('may be named Image, which is a photo and is not searched [B-152]', async () => {
    const picture = { ...aField('picture', { fieldAlias: '图片', isSearch: true }), fieldType: 'Image' as const }
    const answer = columnDetail.parse({ ...listColumn(), searchField: [TITLE_FIELD, picture] })
    open(aContentHost(ENTRIES).on('column.findById', () => answer))
    await screen.findByRole('row', { name: /新船下水/ })
    expect(screen.getByRole('searchbox', { name: '标题' })).toBeTruthy()
    expect(screen.queryByLabelText('图片')).toBeNull()
  })
})
