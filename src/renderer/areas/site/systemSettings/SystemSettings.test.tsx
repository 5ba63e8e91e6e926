import { configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { AppError } from '#shared/errors/index.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { aSession, aSite, pageOf } from '#tests/builders/session.ts'
import { address, aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { SystemSettings } from './SystemSettings.tsx'

configure({ defaultHidden: true })

const sites = [
  { ...aSite(1, '集团官网'), seoTitle: '不在这里改', seoKeywords: '集团', seoDescription: '集团的网站', version: 3 },
  { ...aSite(2, '海洋科技'), version: 1 },
]
const host = (): FakeBridge =>
  aHost()
    .on('site.page', () => pageOf(sites))
    .on('site.findById', ({ id }) => {
      const site = sites.find((each) => each.id === id)
      if (!site) throw new AppError('not-found', '站点不存在，可能已被删除')
      return site
    })
const name = () => screen.findByLabelText<HTMLInputElement>(/^站点名称/)
const save = async () => userEvent.click(screen.getByRole('button', { name: '保存' }))

describe('the site system settings', () => {
  it('hold name, keywords and description of the current site; the rest stays untouched [A-010] [A-123]', async () => {
    const fake = host().on('site.updateSeo', () => ({ ...aSite(1, '集团官网'), version: 4 }))
    renderUi(<SystemSettings />, { host: fake, at: '/site/system-settings' })
    expect(await name()).toHaveProperty('value', '集团官网')
    expect(screen.getAllByRole('textbox').map((each) => each.getAttribute('name'))).toEqual([
      'title',
      'seoKeywords',
      'seoDescription',
    ])
    await userEvent.type(screen.getByLabelText('SEO 关键词'), ',海洋')
    await save()
    await screen.findByText('设置成功')
    expect(fake.inputsOf('site.updateSeo')).toEqual([
      { id: 1, title: '集团官网', seoKeywords: '集团,海洋', seoDescription: '集团的网站', version: 3 },
    ])
  })

  it('need a name, and take a description of 100000 characters and no more [A-180] [A-192]', async () => {
    const fake = host().on('site.updateSeo', () => sites[0] as never)
    renderUi(<SystemSettings />, { host: fake })
    const title = await name()
    const description = screen.getByLabelText('SEO 描述')
    await userEvent.clear(title)
    await save()
    await waitFor(() => expect(screen.getAllByText('请输入站点名称').length).toBeGreaterThan(0))
    expect(fake.inputsOf('site.updateSeo')).toEqual([])
    await userEvent.type(title, '新名')
    fireEvent.change(description, { target: { value: '述'.repeat(100_001) } })
    await save()
    await waitFor(() => expect(screen.getAllByText('SEO描述不能超过 100000 个字')).toHaveLength(2))
    expect(fake.inputsOf('site.updateSeo')).toEqual([])
    fireEvent.change(description, { target: { value: '述'.repeat(100_000) } })
    await save()
    await screen.findByText('设置成功')
    expect(fake.inputsOf('site.updateSeo')[0]).toMatchObject({ title: '新名' })
  })

  it('of another site are shown after asking about unsaved work', async () => {
    renderUi(<SystemSettings />, { host: host(), at: '/site/system-settings' })
    await userEvent.type(await name(), '改')
    await userEvent.click(screen.getByRole('combobox', { name: '站点' }))
    await userEvent.click(await screen.findByRole('option', { name: '海洋科技' }))
    const question = await screen.findByRole('alertdialog')
    expect(question.textContent).toContain('站点系统设置')
    await userEvent.click(within(question).getByRole('button', { name: '取消' }))
    expect(await name()).toHaveProperty('value', '集团官网改')
    await userEvent.click(screen.getByRole('combobox', { name: '站点' }))
    await userEvent.click(await screen.findByRole('option', { name: '海洋科技' }))
    await userEvent.click(await screen.findByRole('button', { name: '放弃修改' }))
    await waitFor(async () => expect(await name()).toHaveProperty('value', '海洋科技'))
    expect(address()).toBe('/site/system-settings?site=2')
  })

  it('say when there is no site, or it can not be read', async () => {
    const none = aHost()
      .on('session.status', () => aSession({ currentSiteId: 0 }))
      .on('site.page', () => pageOf<never>([]))
    const drawn = renderUi(<SystemSettings />, { host: none })
    await screen.findByText('没有可用的站点')
    drawn.unmount()
    renderUi(<SystemSettings />, { host: host(), at: '/site/system-settings?site=9' })
    await screen.findByText('站点不存在，可能已被删除')
  })
})
