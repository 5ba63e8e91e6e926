import { configure, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { EntryEvent } from '#shared/contract/content.ts'
import { pageOf } from '#tests/builders/session.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { TimelineDialog } from './TimelineDialog.tsx'

configure({ defaultHidden: true })

const event = (id: number, change: Partial<EntryEvent>): EntryEvent => ({
  id,
  contentId: 9,
  title: '年报',
  kind: 'saved',
  createTime: `2026-11-0${id} 08:00:00`,
  author: '王伟',
  detail: '',
  refId: 0,
  version: 0,
  revisionId: 0,
  beforeId: 0,
  changed: [],
  ...change,
})
const EVENTS = [
  event(1, { kind: 'submitted', refId: 4 }),
  event(2, { version: 2, revisionId: 5, beforeId: 3, changed: ['标题', '正文'] }),
  event(3, { kind: 'published', author: '', detail: '定时发布', refId: 7, title: '' }),
  event(4, { kind: 'agreed' }),
]
const column = { id: 8, siteId: 1, title: '新闻' }

it('shows events with author and changes; approval requests can be viewed', async () => {
  const host = aHost().on('content.timeline', () => ({ ...pageOf(EVENTS), totalElements: 40, totalPages: 2 }))
  renderUi(<TimelineDialog column={column} id={9} title="年报" onClose={() => undefined} />, { host })
  const list = await screen.findByRole('list', { name: '操作记录' })
  const items = within(list).getAllByRole('listitem')
  expect(items.map((item) => item.textContent)).toEqual([
    expect.stringMatching(/^.+王伟2026-11-01 08:00:00查看审批$/),
    expect.stringMatching(/^.+王伟2026-11-02 08:00:00第 2 版改动：标题、正文查看差异$/),
    expect.stringMatching(/^.+系统2026-11-03 08:00:00定时发布$/),
    expect.stringMatching(/^.+王伟2026-11-04 08:00:00$/),
  ])
  expect(screen.getByText('时间线：年报')).toBeTruthy()
  expect(screen.getByText('选择左侧有改动的记录，查看改动内容')).toBeTruthy()
  expect(host.inputsOf('content.timeline')).toMatchObject([{ classId: 8, id: 9, kinds: [], author: '', page: 1 }])
})

it('of a column shows entry titles, filters, and an empty state', async () => {
  const host = aHost().on('content.timeline', ({ author }) => pageOf(author === '' ? EVENTS : []))
  renderUi(<TimelineDialog column={column} id={0} title="" onClose={() => undefined} />, { host })
  const list = await screen.findByRole('list', { name: '操作记录' })
  expect(within(list).getAllByText('年报')).toHaveLength(3)
  expect(within(list).getByText('编号 9')).toBeTruthy()
  expect(screen.getByText('时间线：栏目“新闻”')).toBeTruthy()
  const user = userEvent.setup()
  await user.type(screen.getByPlaceholderText('搜索操作人'), '李{Enter}')
  expect(await screen.findByText('还没有操作记录')).toBeTruthy()
  expect(host.inputsOf('content.timeline').at(-1)).toMatchObject({ author: '李', page: 1 })
})
