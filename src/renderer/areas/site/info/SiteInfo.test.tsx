import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { AppError } from '#shared/errors/index.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { aSite, pageOf } from '#tests/builders/session.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { SiteInfo } from './SiteInfo.tsx'

// The focus trap of stacked dialogs hides and shows late in a DOM without layout.
configure({ defaultHidden: true })

const group = { ...aSite(1, '集团官网'), icp: '京ICP备1号', copyright: '集团版权所有', version: 4 }
const mourning = { ...aSite(2, '海洋科技'), grayscale: true, isStatus: false }
const host = (): FakeBridge => aHost().on('site.page', ({ key }) => pageOf(key ? [] : [group, mourning]))

async function edit(fake: FakeBridge) {
  renderUi(<SiteInfo />, { host: fake })
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: '编辑 集团官网' }))
  return { user, save: async () => user.click(screen.getByRole('button', { name: '确定' })) }
}

describe('the site information page', () => {
  it('lists name, ICP number, copyright, mourning mode and status, ten on a page [A-112] [A-113]', async () => {
    const fake = host()
    renderUi(<SiteInfo />, { host: fake })
    const row = await screen.findByRole('row', { name: /海洋科技/ })
    const titles = screen.getAllByRole('columnheader').map((each) => each.textContent)
    expect(titles).toEqual(['站点名称', 'ICP备案号', '版权信息', '哀悼模式', '站点状态', '操作'])
    const texts = (of: HTMLElement) =>
      within(of)
        .getAllByRole('cell')
        .map((each) => each.textContent)
    expect(texts(row).slice(0, 5)).toEqual(['海洋科技', '—', '—', '是', '停用'])
    const other = texts(screen.getByRole('row', { name: /集团官网/ }))
    expect(other.slice(0, 5)).toEqual(['集团官网', '京ICP备1号', '集团版权所有', '否', '启用'])
    expect(fake.inputsOf('site.page')[0]).toMatchObject({ page: 1, size: 10 })
  })

  it('edits it in a dialog; the mourning flag is a switch [A-114] [A-115]', async () => {
    const fake = host().on('site.updateBaseInfo', () => ({ ...group, grayscale: true, version: 5 }))
    const { user, save } = await edit(fake)
    const icp = screen.getByLabelText('ICP备案号')
    expect(icp).toHaveProperty('value', '京ICP备1号')
    await user.clear(icp)
    await user.type(icp, '京ICP备2号')
    await user.click(screen.getByRole('switch', { name: /哀悼模式/ }))
    await save()
    await screen.findByText('保存成功')
    expect(fake.inputsOf('site.updateBaseInfo')).toEqual([
      {
        id: 1,
        title: '集团官网',
        icp: '京ICP备2号',
        policeIcp: '',
        eduIcp: '',
        copyright: '集团版权所有',
        grayscale: true,
        version: 4,
      },
    ])
    await waitFor(() => expect(fake.inputsOf('site.page').length).toBeGreaterThan(1))
  })

  it('names a missing name and keeps the typed text', async () => {
    const fake = host()
    const { user, save } = await edit(fake)
    await user.clear(screen.getByLabelText(/^站点名称/))
    await user.type(screen.getByLabelText('版权信息'), '，2026')
    await save()
    await waitFor(() => expect(screen.getAllByText('请输入站点名称')).toHaveLength(2))
    expect(screen.getByLabelText('版权信息')).toHaveProperty('value', '集团版权所有，2026')
    expect(fake.inputsOf('site.updateBaseInfo')).toEqual([])
  })

  it('lets the second of two people see what the first one saved, and merge', async () => {
    const theirs = { ...group, copyright: '对方写的', version: 9 }
    let refused = false
    const fake = host()
      .on('site.findById', () => theirs)
      .on('site.updateBaseInfo', (form) => {
        if (refused) return { ...theirs, icp: form.icp ?? '', version: 10 }
        refused = true
        throw new AppError('conflict', '站点已被 li 修改', {
          details: { fact: { kind: 'changed', version: 9, changedBy: 'li', changedAt: '2026-11-21 08:00:00' } },
        })
      })
    const { user, save } = await edit(fake)
    await user.type(screen.getByLabelText('ICP备案号'), '-1')
    await save()
    await screen.findByText('对方写的')
    const merge = await screen.findByRole('button', { name: '合并保存' })
    // The save lock of the refused save is over.
    await waitFor(() => expect(merge.getAttribute('aria-disabled')).toBeNull(), { timeout: 5000 })
    await user.click(merge)
    await screen.findByText('保存成功', {}, { timeout: 5000 })
    expect(fake.inputsOf('site.updateBaseInfo').at(-1)).toMatchObject({
      icp: '京ICP备1号-1',
      copyright: '对方写的',
      version: 9,
    })
  })

  it('says when there is no site, none found, or no answer', async () => {
    const fake = host()
      .on('site.page', () => pageOf<never>([]))
      .on('site.updateBaseInfo', () => group)
    const drawn = renderUi(<SiteInfo />, { host: fake })
    await screen.findByText('没有可用的站点')
    await userEvent.type(screen.getByLabelText('搜索站点名称或标识符'), '没有的{Enter}')
    await screen.findByText('没有找到')
    drawn.unmount()
    renderUi(<SiteInfo />, {
      host: aHost().on('site.page', () => {
        throw new AppError('forbidden', '您没有权限')
      }),
    })
    await screen.findByText('您没有权限')
  })
})
