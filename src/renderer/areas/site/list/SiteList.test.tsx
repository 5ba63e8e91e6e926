import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { AppError } from '#shared/errors/index.ts'
import { anEndedJob } from '#tests/builders/job.ts'
import { aSession, aSite, pageOf } from '#tests/builders/session.ts'
import { aTemplate } from '#tests/builders/templateRow.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { SiteSelect } from '#renderer/features/sites/SiteSelect.tsx'
import { SiteList } from './SiteList.tsx'

// The focus trap of stacked dialogs hides and shows late in a DOM without layout.
configure({ defaultHidden: true })

const group = { ...aSite(1, '集团官网'), symbol: 'group', sort: 5, version: 3 }
const ocean = { ...aSite(2, '海洋科技'), symbol: 'ocean', manageType: 1202, isStatus: false }
const host = (): FakeBridge =>
  aHost()
    .on('site.page', ({ key }) => pageOf(key ? [] : [group, ocean]))
    .on('template.list', () => pageOf([aTemplate()]))

const show = (fake = host()): FakeBridge => {
  renderUi(<SiteList />, { host: fake })
  return fake
}
const button = (name: string) => screen.findByRole('button', { name })
const agree = async (text: string): Promise<void> => {
  const question = await screen.findByRole('alertdialog')
  expect(question.textContent).toContain(text)
  await userEvent.click(within(question).getAllByRole('button').at(-1) as HTMLElement)
}

describe('the site list', () => {
  it('shows sort, title, creation time, symbol, permission and status, ten on a page [A-065] [A-066] [A-145]', async () => {
    const fake = show()
    const cells = async (name: RegExp) =>
      within(await screen.findByRole('row', { name }))
        .getAllByRole('cell')
        .slice(1, 6)
        .map((each) => each.textContent)
    expect(await cells(/集团官网/)).toEqual(['集团官网', '2026-01-01 00:00:00', 'group', '统一', '启用'])
    expect(await cells(/海洋科技/)).toEqual(['海洋科技', '2026-01-01 00:00:00', 'ocean', '独立', '停用'])
    expect(screen.getByRole('textbox', { name: '排序 集团官网' })).toHaveProperty('value', '5')
    expect(fake.inputsOf('site.page')[0]).toMatchObject({ page: 1, size: 10 })
  })

  it('is read in tens, a selector of sites in two hundreds [A-311]', async () => {
    const fake = host()
    renderUi(
      <>
        <SiteSelect value={1} onChange={() => undefined} />
        <SiteList />
      </>,
      { host: fake },
    )
    await button('关闭 集团官网')
    expect(fake.inputsOf('site.page').map(({ page, size }) => [page, size])).toEqual([
      [1, 200],
      [1, 10],
    ])
  })

  it('offers start for a disabled site and stop for an enabled one alone [A-152]', async () => {
    show()
    await button('关闭 集团官网')
    await button('开启 海洋科技')
    expect(screen.queryByRole('button', { name: '开启 集团官网' })).toBeNull()
    expect(screen.queryByRole('button', { name: '关闭 海洋科技' })).toBeNull()
  })

  it('saves a sort value that was typed [A-067]', async () => {
    const fake = show(host().on('site.updateSort', () => null))
    const input = await screen.findByRole('textbox', { name: '排序 集团官网' })
    await userEvent.clear(input)
    await userEvent.type(input, '30{Enter}')
    await waitFor(() => expect(fake.inputsOf('site.updateSort')).toEqual([{ id: 1, sort: 30 }]))
  })

  it.each([
    ['开启 海洋科技', '确定开启站点？', '[A-068] [A-153] [A-303]', 'site.publish', 2, '操作成功'],
    ['关闭 集团官网', '确定关闭站点？', '[A-069] [A-154] [A-295] [A-304]', 'site.draft', 1, '关闭成功'],
    ['删除 海洋科技', '确认删除？ 操作不可撤销！', '[A-072]', 'site.deleteByIdList', 2, '删除成功'],
  ] as const)('%s: asks %s, then does it and loads the list again %s', async (name, text, _rows, call, id, said) => {
    const fake = show(host().on(call, () => null))
    await userEvent.click(await button(name))
    expect(fake.inputsOf(call)).toEqual([])
    await agree(text)
    await screen.findByText(said)
    expect(fake.inputsOf(call)).toEqual([[id]])
    await waitFor(() => expect(fake.inputsOf('site.page').length).toBe(2))
  })

  it('does nothing when the question is declined', async () => {
    const fake = show()
    await userEvent.click(await button('关闭 集团官网'))
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '取消' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(fake.inputsOf('site.draft')).toEqual([])
  })

  it('goes to the first site that is left when the current one was deleted', async () => {
    const fake = show(
      host()
        .on('site.deleteByIdList', () => null)
        .on('session.status', () => aSession({ currentSiteId: 2 }))
        .on('session.setCurrentSite', ({ siteId }) => aSession({ currentSiteId: siteId })),
    )
    await userEvent.click(await button('删除 海洋科技'))
    await agree('确认删除？')
    await waitFor(() => expect(fake.inputsOf('session.setCurrentSite')).toEqual([{ siteId: 1 }]))
  })

  it('makes a site, says 站点创建成功 as an alert, and keeps its permission hidden [A-300] [A-146]', async () => {
    const fake = show(host().on('site.save', () => group))
    await userEvent.click(await button('新增'))
    await userEvent.type(await screen.findByLabelText(/^站点名称/), '极地研究')
    await userEvent.type(screen.getByLabelText(/^标识符/), 'polar')
    expect(screen.queryByLabelText(/权限/)).toBeNull()
    await userEvent.click(await button('确定'))
    await agree('站点创建成功')
    expect(fake.inputsOf('site.save')).toMatchObject([
      { id: 0, title: '极地研究', symbol: 'polar', manageType: 1201, templateId: 0 },
    ])
  })

  it('names what is missing and keeps the typed text [A-173] [A-174]', async () => {
    const fake = show()
    await userEvent.click(await button('新增'))
    await userEvent.type(await screen.findByLabelText(/^备注/), '给海洋用')
    await userEvent.click(await button('确定'))
    expect((await screen.findAllByText('请输入站点名称')).length).toBeGreaterThan(0)
    await screen.findByText('请输入站点标识符')
    expect(screen.getByLabelText(/^备注/)).toHaveProperty('value', '给海洋用')
    expect(fake.inputsOf('site.save')).toEqual([])
  })

  it('opens the settings with the current values and sends the version that was edited [A-070] [A-073]', async () => {
    const fake = show(host().on('site.save', () => group))
    await userEvent.click(await button('设置 集团官网'))
    const title = await screen.findByLabelText(/^站点名称/)
    expect(title).toHaveProperty('value', '集团官网')
    await userEvent.type(title, '新')
    await userEvent.click(await button('确定'))
    await screen.findByText('保存成功')
    expect(fake.inputsOf('site.save')).toMatchObject([{ id: 1, title: '集团官网新', symbol: 'group', version: 3 }])
  })

  it('leaves templates out for an account that may not see them', async () => {
    const editor = aSession({ groupId: 9, siteItemDTOList: [] })
    const fake = show(host().on('session.status', () => editor))
    await userEvent.click(await button('设置 集团官网'))
    await screen.findByLabelText(/^站点名称/)
    expect(screen.queryByLabelText(/^使用的模板/)).toBeNull()
    expect(fake.inputsOf('template.list')).toEqual([])
  })

  it('copies a site with title, symbol, folder and domain; a failure leads back to the filled form [A-071] [A-074]', async () => {
    const fake = show(
      host()
        .on('site.copy', () => ({ jobId: 7 }))
        .on('job.findById', () => anEndedJob('failed')),
    )
    await userEvent.click(await button('复制站点 集团官网'))
    await userEvent.click(await button('开始复制'))
    expect((await screen.findAllByText('请输入站点模板文件夹')).length).toBeGreaterThan(0)
    await screen.findByText('请输入站点域名')
    await userEvent.type(screen.getByLabelText(/^模板文件夹/), 'group-2')
    await userEvent.type(screen.getByLabelText(/^域名/), 'two.example.com')
    await userEvent.click(await button('开始复制'))
    await screen.findByText('失败：磁盘空间不足。已全部撤销，未保留任何内容。')
    expect(fake.inputsOf('site.copy')).toEqual([
      { id: 1, title: '集团官网 副本', symbol: 'group-copy', folder: 'group-2', domain: 'two.example.com' },
    ])
    await userEvent.click(await button('修改后重试'))
    expect(await screen.findByLabelText(/^域名/)).toHaveProperty('value', 'two.example.com')
  })

  it('shows why the list did not come, and how to try again', async () => {
    show(
      host().on('site.page', () => {
        throw new AppError('forbidden', '您没有站点列表的权限')
      }),
    )
    await screen.findByText('您没有站点列表的权限')
    await button('重试')
  })

  it('says what to do when there is no site, and when none is found', async () => {
    show(host().on('site.page', ({ key }) => pageOf(key ? [group] : [])))
    await screen.findByText('还没有站点')
  })
})
