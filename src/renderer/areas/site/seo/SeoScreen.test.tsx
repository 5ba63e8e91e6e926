import { configure, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { AppError } from '#shared/errors/index.ts'
import { aColumn, aColumnDetail } from '#tests/builders/columnRow.ts'
import { aSession, aSite, pageOf } from '#tests/builders/session.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { address, aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { SeoScreen } from './SeoScreen.tsx'

configure({ defaultHidden: true })

const tree = [
  aColumn(201, '新闻', {
    menuType: 2,
    child: [aColumn(202, '集团新闻', { frontDetailUrl: ['/news/{id}.html'], seoTitle: '集团新闻标题' })],
  }),
  aColumn(203, '简介', { menuType: 0, frontListUrl: ['/about/index.html'] }),
  aColumn(204, '招聘'),
]
const site = { ...aSite(1, '集团官网'), seoTitle: '集团', version: 3 }

const host = (): FakeBridge =>
  aHost()
    .on('site.page', ({ key }) => pageOf(key ? [] : [site, aSite(2, '海洋科技')]))
    .on('column.getTree', () => tree)

describe('site SEO', () => {
  it('has a site tab, shown first, and a column tab, which the address keeps [A-119]', async () => {
    renderUi(<SeoScreen />, { host: host() })
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['站点SEO', '栏目SEO'])
    await screen.findByRole('table', { name: '站点SEO' })
    await userEvent.click(screen.getByRole('tab', { name: '栏目SEO' }))
    await screen.findByRole('treegrid', { name: '栏目SEO' })
    expect(address()).toBe('/?tab=column')
  })

  it('saves title, keywords and description in the dialog [A-122] [A-231]', async () => {
    const fake = host().on('site.updateSeo', () => site)
    renderUi(<SeoScreen />, { host: fake })
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: '设置SEO 集团官网' }))
    await user.type(await screen.findByLabelText('SEO 标题'), '门户')
    await user.type(screen.getByLabelText('SEO 关键词'), '集团,官网')
    await user.type(screen.getByLabelText('SEO 描述'), '集团的官方网站')
    await user.click(screen.getByRole('button', { name: '确定' }))
    await waitFor(() =>
      expect(fake.inputsOf('site.updateSeo')).toEqual([
        { id: 1, seoTitle: '集团门户', seoKeywords: '集团,官网', seoDescription: '集团的官方网站', version: 3 },
      ]),
    )
    await screen.findByText('设置成功')
  })

  it('takes no more than 1000 characters of description and keeps them all in the field [A-191]', async () => {
    const fake = host()
    renderUi(<SeoScreen />, { host: fake })
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: '设置SEO 集团官网' }))
    await user.click(await screen.findByLabelText('SEO 描述'))
    await user.paste('长'.repeat(1001))
    await user.click(screen.getByRole('button', { name: '确定' }))
    await waitFor(() => expect(screen.getAllByText('SEO 描述不能超过 1000 个字').length).toBeGreaterThan(0))
    expect(fake.inputsOf('site.updateSeo')).toEqual([])
    expect(screen.getByLabelText('SEO 描述')).toHaveProperty('value', '长'.repeat(1001))
  })

  it('shows what is not set as —, and not as a hole', async () => {
    renderUi(<SeoScreen />, { host: host() })
    const row = (await screen.findByRole('button', { name: '设置SEO 集团官网' })).closest('tr')
    expect([...(row?.cells ?? [])].slice(1, 4).map((cell) => cell.textContent)).toEqual(['集团', '—', '—'])
  })

  it('says when nobody is found', async () => {
    renderUi(<SeoScreen />, { host: host() })
    await userEvent.type(await screen.findByLabelText('搜索站点名称或标识符'), '没有{Enter}')
    await screen.findByText('没有找到')
  })
})

describe('column SEO', () => {
  const at = '/?tab=column'

  it('is a tree with a type tag, and a button only where a list or detail page is [A-120] [A-121]', async () => {
    renderUi(<SeoScreen />, { host: host(), at })
    const tagOf = async (title: string): Promise<string | null | undefined> =>
      (await screen.findByTitle(title)).closest('[role=row]')?.querySelectorAll('[role=gridcell]')[1]?.textContent
    expect(await tagOf('集团新闻')).toBe('列表')
    expect(await tagOf('简介')).toBe('单页')
    expect(await tagOf('新闻')).toBe('普通栏目')
    const buttons = screen.getAllByRole('button', { name: /^设置SEO/ }).map((each) => each.getAttribute('aria-label'))
    expect(buttons).toEqual(['设置SEO 集团新闻', '设置SEO 简介'])
  })

  it('saves a column [A-243]', async () => {
    const fake = host().on('column.updateSeo', () => aColumnDetail(aColumn(202, '集团新闻')))
    renderUi(<SeoScreen />, { host: fake, at })
    await userEvent.click(await screen.findByRole('button', { name: '设置SEO 集团新闻' }))
    expect(await screen.findByLabelText('SEO 标题')).toHaveProperty('value', '集团新闻标题')
    await userEvent.type(screen.getByLabelText('SEO 关键词'), '新闻')
    await userEvent.click(screen.getByRole('button', { name: '确定' }))
    await waitFor(() => expect(fake.inputsOf('column.updateSeo')[0]).toMatchObject({ id: 202, seoKeywords: '新闻' }))
  })

  it('lets an account change only what it is granted', async () => {
    const grants = [{ menuId: 203, settingList: [1105] }]
    const who = aSession({ groupId: 5, siteItemDTOList: [{ siteId: 1, menuItemDTOList: grants }] })
    renderUi(<SeoScreen />, { host: host().on('session.status', () => who), at })
    const button = await screen.findByRole('button', { name: '设置SEO 集团新闻' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    expect(screen.getByRole('button', { name: '设置SEO 简介' }).getAttribute('aria-disabled')).not.toBe('true')
  })

  it('shows the reason of an empty screen: no column, or no answer', async () => {
    const fake = host().on('column.getTree', () => {
      throw new AppError('no-response', '服务器没有响应')
    })
    renderUi(<SeoScreen />, { host: fake, at })
    await screen.findByText('服务器没有响应')
    fake.on('column.getTree', () => [])
    await userEvent.click(screen.getByRole('button', { name: '重试' }))
    await screen.findByText('该站点还没有栏目')
  })
})
