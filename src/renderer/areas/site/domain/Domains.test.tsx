import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { AppError } from '#shared/errors/index.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { aSite, pageOf } from '#tests/builders/session.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { Domains } from './Domains.tsx'

configure({ defaultHidden: true })

const group = { ...aSite(1, '集团官网'), domain: 'www.group.example,group.example', version: 2 }
const bare = { ...aSite(2, '新站'), domain: '', isStatus: false }
const many = { ...aSite(3, '多域名'), domain: 'a.example,b.example,c.example,d.example,e.example' }
const host = (): FakeBridge => aHost().on('site.page', () => pageOf([group, bare, many]))

async function bind(fake: FakeBridge, title: string) {
  renderUi(<Domains />, { host: fake })
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: `绑定域名 ${title}` }))
  return { user, save: async () => user.click(screen.getByRole('button', { name: '确定' })) }
}
const inputs = (): string[] =>
  screen.queryAllByRole<HTMLInputElement>('textbox', { name: /^域名 \d/ }).map((each) => each.value)
const input = (index: number): HTMLElement => screen.getByRole('textbox', { name: `域名 ${index}` })

describe('the bind-domain page', () => {
  it('lists name, links to the domains, and status [A-116] [A-117]', async () => {
    renderUi(<Domains />, { host: host() })
    const row = await screen.findByRole('row', { name: /集团官网/ })
    expect(screen.getAllByRole('columnheader').map((each) => each.textContent)).toEqual([
      '站点名称',
      '域名',
      '站点状态',
      '操作',
    ])
    const links = within(row).getAllByRole('link')
    expect(links.map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('target')])).toEqual([
      ['www.group.example', 'https://www.group.example', '_blank'],
      ['group.example', 'https://group.example', '_blank'],
    ])
    expect(within(row).getByText('启用')).toBeTruthy()
    expect(within(screen.getByRole('row', { name: /新站/ })).getByText('未绑定')).toBeTruthy()
    expect(within(screen.getByRole('row', { name: /多域名/ })).getByText('等 5 个')).toBeTruthy()
  })

  it('binds several, one input each [A-118]', async () => {
    const fake = host().on('site.updateDomain', () => group)
    const { user, save } = await bind(fake, '集团官网')
    expect(inputs()).toEqual(['www.group.example', 'group.example'])
    await user.click(screen.getByRole('button', { name: '添加域名' }))
    await user.type(input(3), 'm.group.example')
    await user.click(screen.getByRole('button', { name: '移除域名 2' }))
    await save()
    await screen.findByText('保存成功')
    expect(fake.inputsOf('site.updateDomain')).toEqual([
      { id: 1, domainList: ['www.group.example', 'm.group.example'], version: 2 },
    ])
  })

  it('refuses an empty entry with 域名不能为空 at its input, and unbinds when none is left [A-181]', async () => {
    const fake = host().on('site.updateDomain', () => bare)
    const { user, save } = await bind(fake, '新站')
    expect(inputs()).toEqual([''])
    await save()
    await waitFor(() => expect(screen.getAllByText('域名不能为空')).toHaveLength(2))
    expect(fake.inputsOf('site.updateDomain')).toEqual([])
    await user.click(screen.getByRole('button', { name: '移除域名 1' }))
    expect(inputs()).toEqual([])
    expect(document.activeElement?.textContent).toBe('添加域名')
    await save()
    await screen.findByText('保存成功', {}, { timeout: 3000 })
    expect(fake.inputsOf('site.updateDomain')).toEqual([{ id: 2, domainList: [] }])
  })

  it('shows at its input that a domain belongs to another site', async () => {
    const message = '域名“www.group.example”已绑定到站点“集团官网”，请先在该站点解除绑定'
    const fake = host().on('site.updateDomain', () => {
      throw new AppError('conflict', message, { details: { issues: [{ field: 'domainList.1', message }] } })
    })
    const { user, save } = await bind(fake, '新站')
    await user.type(input(1), 'ok.example{Enter}')
    await user.type(input(2), 'www.group.example')
    await save()
    await waitFor(() => expect(screen.getAllByText(message)).toHaveLength(2))
    expect(input(2).getAttribute('aria-invalid')).toBe('true')
    expect(input(1).getAttribute('aria-invalid')).toBe('false')
    expect(inputs()).toEqual(['ok.example', 'www.group.example'])
  })
})
