import { configure, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { AppError } from '#shared/errors/index.ts'
import { aTemplate } from '#tests/builders/templateRow.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { TemplateChooser } from './TemplateChooser.tsx'

// The focus trap of stacked dialogs hides and shows late in a DOM without layout.
configure({ defaultHidden: true })

const page = (path: string) => ({
  name: path.split('/').at(-1) ?? '',
  path,
  folder: false,
  file: true,
  zip: false,
  size: 10,
  updateTime: '2026-01-01 00:00:00',
})
const host = (): FakeBridge =>
  aHost()
    .on('templateSite.ofSite', () => [
      aTemplate({ id: 1, name: '企业站', folder: 'company' }),
      aTemplate({ id: 2, name: '周年庆', folder: 'anniversary' }),
    ])
    .on('templateFile.templateList', ({ templateId }) =>
      templateId === 1
        ? [page('company/index.html'), page('company/news/list.html'), page('company/news/detail.html')]
        : [page('anniversary/index.html')],
    )

function show(fake: FakeBridge, chosen = '') {
  const seen = { chosen: [] as string[], closed: 0 }
  renderUi(
    <TemplateChooser
      siteId={1}
      title="选择列表页模板"
      chosen={chosen}
      onChoose={(path) => seen.chosen.push(path)}
      onClose={() => (seen.closed += 1)}
    />,
    { host: fake },
  )
  return seen
}
const files = async (): Promise<HTMLElement> => screen.findByRole('listbox', { name: '页面' })
const titles = (list: HTMLElement): string[] =>
  within(list)
    .getAllByRole('option')
    .map((option) => option.firstChild?.textContent ?? '')

describe('the template chooser', () => {
  it('offers the templates of the site, and the html files of the chosen one [A-036] [A-247]', async () => {
    const fake = host()
    const seen = show(fake)
    expect(titles(await screen.findByRole('listbox', { name: '模板' }))).toEqual(['企业站', '周年庆'])
    expect(titles(await files())).toEqual(['index.html', 'news/list.html', 'news/detail.html'])
    expect(fake.inputsOf('templateSite.ofSite')).toEqual([{ id: 1 }])
    expect(fake.inputsOf('templateFile.templateList')).toEqual([{ templateId: 1 }])
    await userEvent.click(await screen.findByRole('option', { name: /news\/list\.html/ }))
    expect(screen.getByText('将使用：company/news/list.html')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: '确定' }))
    expect(seen).toEqual({ chosen: ['news/list.html'], closed: 1 })
  })

  it('is worked with the keyboard alone: arrows choose, Enter takes', async () => {
    const seen = show(host())
    const list = await files()
    within(list).getAllByRole('option')[0]?.focus()
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    expect(screen.getByText('将使用：company/news/detail.html')).toBeTruthy()
    await userEvent.keyboard('{Home}{ArrowDown}{Enter}')
    expect(seen).toEqual({ chosen: ['news/list.html'], closed: 1 })
  })

  it('begins with what is chosen; another template has its own pages', async () => {
    show(host(), 'news/detail.html')
    expect(await screen.findByText('将使用：company/news/detail.html')).toBeTruthy()
    await userEvent.click(screen.getByRole('option', { name: /周年庆/ }))
    await screen.findByText('尚未选择页面')
    expect(titles(await files())).toEqual(['index.html'])
  })

  it('says when the page that is chosen is not in the template', async () => {
    const seen = show(host(), 'old/list.html')
    await screen.findByText('“企业站”中没有 old/list.html，请选择其他页面')
    await userEvent.click(screen.getByRole('button', { name: '确定' }))
    expect(seen).toEqual({ chosen: [], closed: 0 })
  })

  it('searches the pages, and says when none is found', async () => {
    show(host())
    await userEvent.type(await screen.findByRole('searchbox', { name: '搜索页面' }), 'detail{Enter}')
    expect(titles(await files())).toEqual(['news/detail.html'])
    await userEvent.type(screen.getByRole('searchbox', { name: '搜索页面' }), 'x{Enter}')
    await screen.findByText('没有找到页面')
  })

  it('says when the site has no template, and when a template has no page', async () => {
    show(host().on('templateSite.ofSite', () => []))
    await screen.findByText('该站点还没有模板')
  })

  it('says when the template has no page', async () => {
    show(host().on('templateFile.templateList', () => []))
    await screen.findByText('该模板还没有页面')
  })

  it('a failure can be tried again', async () => {
    let fails = true
    const fake = host().on('templateSite.ofSite', () => {
      if (fails) throw new AppError('unavailable', '服务器正忙')
      return [aTemplate()]
    })
    show(fake)
    await screen.findByText('服务器正忙')
    fails = false
    await userEvent.click(screen.getByRole('button', { name: '重试' }))
    await screen.findByRole('listbox', { name: '模板' })
  })
})
