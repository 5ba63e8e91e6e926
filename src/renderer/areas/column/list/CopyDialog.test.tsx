import { configure, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { AppError } from '#shared/errors/index.ts'
import { aColumn, aColumnDetail } from '#tests/builders/columnRow.ts'
import { aSite, pageOf } from '#tests/builders/session.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { CopyDialog } from './CopyDialog.tsx'

// The focus trap of stacked dialogs hides and shows late in a DOM without layout.
configure({ defaultHidden: true })

const NEWS = aColumn(201, '新闻中心', { child: [aColumn(202, '公司新闻')] })
const CLOSED = aColumn(204, '公告', { allowAddChild: false })
const host = (): FakeBridge =>
  aHost()
    .on('site.page', () => pageOf([aSite(1, '集团官网'), aSite(2, '海洋科技')]))
    .on('column.getTree', ({ siteId }) =>
      siteId === 1 ? [NEWS, aColumn(203, '关于我们'), CLOSED] : [aColumn(301, '科学考察', { siteId: 2 })],
    )
    .on('column.copy', ({ toSiteId, toMenuParentId }) =>
      aColumnDetail(aColumn(400, '新闻中心', { siteId: toSiteId, parentId: toMenuParentId })),
    )

function show(fake: FakeBridge) {
  const seen = { closed: 0, placed: [] as number[] }
  renderUi(<CopyDialog column={NEWS} onPlaced={(id) => seen.placed.push(id)} onClose={() => (seen.closed += 1)} />, {
    host: fake,
  })
  return seen
}
const openPlaces = async (): Promise<void> =>
  userEvent.click(await screen.findByRole('button', { name: /^目标上级栏目/ }))
const places = async (): Promise<(string | null)[]> => {
  await screen.findByText('关于我们')
  return screen.getAllByRole('gridcell').map((cell) => cell.textContent)
}

describe('copying a column', () => {
  it('offers places that take columns, and none below itself [A-038]', async () => {
    show(host())
    await openPlaces()
    expect(await places()).toEqual(['顶级栏目', '关于我们'])
  })

  it('sends source, target parent and target site; another site begins at its top [A-239]', async () => {
    const fake = host()
    const seen = show(fake)
    await openPlaces()
    await userEvent.click(await screen.findByText('关于我们'))
    await userEvent.click(screen.getByRole('combobox', { name: '目标站点' }))
    await userEvent.click(await screen.findByRole('option', { name: '海洋科技' }))
    await screen.findByRole('button', { name: '目标上级栏目 顶级栏目' })
    await openPlaces()
    await userEvent.click(await screen.findByText('科学考察'))
    await userEvent.click(screen.getByRole('button', { name: '复制' }))
    await waitFor(() => expect(seen).toEqual({ closed: 1, placed: [] }))
    expect(fake.inputsOf('column.copy')).toEqual([{ copyIdFrom: 201, toMenuParentId: 301, toSiteId: 2 }])
  })

  it('what the server refuses stays in the dialog', async () => {
    const seen = show(
      host().on('column.copy', () => {
        throw new AppError('not-found', '上级栏目不存在，可能已被删除，请重新选择')
      }),
    )
    await userEvent.click(await screen.findByRole('button', { name: '复制' }))
    await screen.findByText('上级栏目不存在，可能已被删除，请重新选择')
    expect(seen.closed).toBe(0)
  })
})
