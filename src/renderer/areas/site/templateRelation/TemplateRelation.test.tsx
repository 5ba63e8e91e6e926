import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { aSite, pageOf } from '#tests/builders/session.ts'
import { aTemplate } from '#tests/builders/templateRow.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { TemplateRelation } from './TemplateRelation.tsx'

configure({ defaultHidden: true })

const linked = {
  ...aTemplate({ relationSiteCount: 2, relationSiteIds: [1, 9] }),
  relationSiteTitles: ['集团官网', '别人的站'],
}
const free = { ...aTemplate({ id: 2, name: '起步模板', folder: 'starter' }), relationSiteTitles: [] }
const host = (): FakeBridge =>
  aHost()
    .on('templateSite.page', ({ key }) => pageOf(key ? [] : [linked, free]))
    .on('site.page', () =>
      pageOf([
        aSite(1, '集团官网'),
        aSite(2, '海洋科技'),
        { ...aSite(3, '人才网'), domain: 'xn--gmq009bgma778g.example' },
      ]),
    )

async function open(fake: FakeBridge, name: string) {
  renderUi(<TemplateRelation />, { host: fake })
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: `关联站点 ${name}` }))
  const input = await screen.findByRole('combobox', { name: /^站点/ })
  return { user, input, save: async () => user.click(screen.getByRole('button', { name: '确定' })) }
}

describe('the site-template relations', () => {
  it('are listed with name, creation time, identifier, number and titles of the sites [A-081] [A-082]', async () => {
    renderUi(<TemplateRelation />, { host: host() })
    const row = await screen.findByRole('row', { name: /企业站/ })
    const titles = screen.getAllByRole('columnheader').map((each) => each.textContent)
    expect(titles).toEqual(['名称', '创建时间', '标识符', '关联站点数', '关联站点', '操作'])
    const cells = within(row)
      .getAllByRole('cell')
      .map((each) => each.textContent)
    expect(cells.slice(0, 5)).toEqual(['企业站', '2026-01-01 00:00:00', 'company', '2', '集团官网、别人的站'])
  })

  it('are chosen among the sites; what the account does not see stays linked [A-083] [A-149]', async () => {
    const fake = host().on('templateSite.bind', () => null)
    const { user, input, save } = await open(fake, '企业站')
    expect(within(screen.getByRole('list', { name: /已选站点/ })).getByText('集团官网')).toBeTruthy()
    expect(screen.getByText(/另有 1 个已关联的站点/)).toBeTruthy()
    await user.type(input, '海洋')
    expect(screen.queryByRole('menuitemcheckbox', { name: '人才网' })).toBeNull()
    await user.click(await screen.findByRole('menuitemcheckbox', { name: '海洋科技' }))
    await save()
    await screen.findByText('设置成功')
    expect(fake.inputsOf('templateSite.bind')).toEqual([{ templateId: 1, siteIds: [1, 2, 9] }])
    await waitFor(() => expect(fake.inputsOf('templateSite.page').length).toBe(2))
  })

  it('are found by a part of the name, its pinyin initials, or the host in Chinese', async () => {
    const { user, input } = await open(host(), '起步模板')
    for (const typed of ['hykj', 'site-2']) {
      await user.type(input, typed)
      await waitFor(() => expect(screen.queryByRole('menuitemcheckbox', { name: /集团官网/ })).toBeNull())
      expect(screen.getByRole('menuitemcheckbox', { name: /海洋科技/ })).toBeTruthy()
      await user.clear(input)
    }
    await user.type(input, '人才招聘')
    const found = await screen.findByRole('menuitemcheckbox', { name: '人才网' })
    expect(within(found).getByText('人才招聘.example')).toBeTruthy()
  })

  it('need a site: 请选择站点 [A-184]', async () => {
    const fake = host()
    const { save } = await open(fake, '起步模板')
    await save()
    await waitFor(() => expect(screen.getAllByText('请选择站点')).toHaveLength(2))
    expect(fake.inputsOf('templateSite.bind')).toEqual([])
  })
})
