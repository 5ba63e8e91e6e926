import { configure, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { DeadLink } from '#shared/contract/deadLink.ts'
import type { MenuInfo as Info } from '#shared/contract/menuInfo.ts'
import type { OutputOf } from '#shared/contract/registry.ts'
import { COLUMN_TYPE } from '#shared/domain/columnType.ts'
import { AppError } from '#shared/errors/index.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { aSite, pageOf } from '#tests/builders/session.ts'
import { address, aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { ColumnTypes } from './columnType/ColumnTypes.tsx'
import { DeadLinks } from './deadLink/DeadLinks.tsx'
import { MenuInfo } from './menuInfo/MenuInfo.tsx'
import { Redirects } from './redirect/Redirects.tsx'
import { SiteMap } from './sitemap/SiteMap.tsx'

configure({ defaultHidden: true })

const host = (): FakeBridge => aHost().on('site.page', () => pageOf([aSite(1, '集团官网')]))
const cells = (row: HTMLElement, role: 'cell' | 'gridcell' = 'cell'): string[] =>
  within(row)
    .getAllByRole(role)
    .map((each) => each.textContent)
const rowOf = (name: RegExp): Promise<HTMLElement> => screen.findByRole('row', { name })
const button = (name: string | RegExp): HTMLElement => screen.getByRole('button', { name })

describe('301跳转', () => {
  const old = {
    id: 4,
    siteId: 1,
    source: '/old',
    target: '/new',
    note: '',
    isAuto: true,
    isStatus: true,
    hits: 7,
    hitDate: '',
    version: 1,
    changedBy: '',
    changedAt: '2026-11-01 08:00:00',
  }
  const off = {
    ...old,
    id: 5,
    source: '/off/*',
    note: '旧站',
    isAuto: false,
    isStatus: false,
    hitDate: '2026-11-02 09:00:00',
  }
  const given = (): FakeBridge => host().on('redirect.page', () => pageOf([old, off]))

  it('are listed with state and hits, those of one kind when it is chosen', async () => {
    const fake = given()
    renderUi(<Redirects />, { host: fake })
    expect(cells(await rowOf(/\/old/)).slice(1, -1)).toEqual(['/old', '/new', '启用自动', '7', '—', '—'])
    expect(cells(await rowOf(/\/off/)).slice(1, -1)).toEqual([
      '/off/*',
      '/new',
      '停用',
      '7',
      '2026-11-02 09:00:00',
      '旧站',
    ])
    const user = userEvent.setup()
    await user.click(screen.getByRole('combobox', { name: '来源' }))
    await user.click(await screen.findByRole('option', { name: '自动生成' }))
    await rowOf(/\/old/)
    expect(fake.inputsOf('redirect.page').map(({ siteId, kind }) => [siteId, kind])).toEqual([
      [1, 'all'],
      [1, 'auto'],
    ])
  })

  it('are deleted after a question that names them, and opened for editing', async () => {
    const fake = given().on('redirect.deleteByIdList', () => null)
    renderUi(<Redirects />, { host: fake })
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: /删除 \/old/ }))
    await screen.findByText(/删除跳转“\/old”/)
    await user.click(button('确定'))
    await expect.poll(() => fake.inputsOf('redirect.deleteByIdList')).toEqual([[4]])
    await user.click(button(/编辑 \/off/))
    expect(await screen.findByDisplayValue('/off/*')).toBeTruthy()
  })
})

describe('死链', () => {
  const state = {
    checkDate: '2026-11-01 08:00:00',
    buildDate: '2026-11-01 07:00:00',
    durationMs: 5,
    pages: 12,
    links: 340,
    external: 9,
    leftOut: 2,
    dead: 2,
  }
  const link: DeadLink = {
    id: 1,
    address: '/lost.html?a=1',
    kind: 'page',
    reason: '页面不存在',
    source: 'template',
    folder: 'portfolio',
    file: 'index.html',
    line: 12,
    entryId: 0,
    columnId: 0,
    entryTitle: '',
    menuType: 0,
    pages: 3,
    places: [],
    canRedirect: true,
  }
  const links: DeadLink[] = [
    link,
    {
      ...link,
      id: 2,
      address: '/p.png',
      kind: 'picture',
      source: 'entry',
      entryTitle: '年报',
      columnId: 8,
      entryId: 9,
      menuType: COLUMN_TYPE.list,
      canRedirect: false,
    },
    {
      ...link,
      id: 3,
      address: 'https://a.example/',
      kind: 'external',
      source: 'other',
      file: '',
      folder: '',
      menuType: 0,
    },
  ]
  const given = (now: Partial<typeof state> = {}, found = links): FakeBridge =>
    host()
      .on('deadLink.state', () => ({ ...state, ...now }))
      .on('deadLink.page', () => pageOf(found))

  it('are listed with what makes them, and lead to where they are mended', async () => {
    const fake = given()
    renderUi(<DeadLinks />, { host: fake })
    const rows = [await rowOf(/lost/), await rowOf(/p\.png/), await rowOf(/a\.example/)]
    expect(rows.map((row) => cells(row).slice(1, 5))).toEqual([
      ['页面', '页面不存在', '模板 index.html 第 12 行', '3 个'],
      ['图片', '页面不存在', '内容“年报”', '3 个'],
      ['外部链接', '页面不存在', '由模板生成的地址', '3 个'],
    ])
    const said =
      '上次检查：2026-11-01 08:00:00，12 个页面、340 个链接，外部链接 9 个（另有 2 个未检查）；发现 2 个失效的地址。'
    expect(await screen.findByText(said)).toBeTruthy()
    const user = userEvent.setup()
    await user.click(button('添加跳转 /lost.html?a=1'))
    expect(await screen.findByDisplayValue('/lost.html')).toBeTruthy()
    await user.click(button('取消'))
    await user.click(button('编辑内容 /p.png'))
    expect(address()).toBe('/admin/model_manage/8?entry=9')
    await user.click(button('打开模板文件 /lost.html?a=1'))
    expect(address()).toContain('portfolio')
    expect(address()).toContain('12')
  })

  it.each([
    [{ buildDate: '', checkDate: '' }, '网站还没有生成'],
    [{ checkDate: '' }, '尚未检查'],
    [{}, '没有发现死链'],
  ])('none: %j is %s', async (now, title) => {
    renderUi(<DeadLinks />, { host: given(now, []) })
    expect(await screen.findByText(title)).toBeTruthy()
  })

  it('are looked for when it is asked, of other websites only when that is ticked', async () => {
    const fake = given({ external: 0 }).on('deadLink.check', () => ({ jobId: 3 }))
    renderUi(<DeadLinks />, { host: fake })
    const user = userEvent.setup()
    await rowOf(/lost/)
    expect(await screen.findByText(/340 个链接；发现 2 个/)).toBeTruthy()
    await user.click(button('开始检查'))
    await expect.poll(() => fake.inputsOf('deadLink.check')).toEqual([{ siteId: 1, isExternal: false }])
    await user.click(screen.getByRole('checkbox', { name: '同时检查外部链接' }))
    await user.click(button('开始检查'))
    await expect.poll(() => fake.inputsOf('deadLink.check').at(-1)).toEqual({ siteId: 1, isExternal: true })
  })
})

describe('网站地图', () => {
  const settings: OutputOf<'sitemap.settings'> = {
    rules: [{ columnId: 2, included: 'no', frequency: 'daily', priority: '' }],
    columns: [
      { id: 2, parentId: 0, title: '新闻', pages: 4 },
      { id: 3, parentId: 2, title: '集团新闻', pages: 9 },
    ],
    origin: 'https://www.group.example',
    buildDate: '2026-11-01 08:00:00',
  }
  const box = (name: string): HTMLSelectElement => screen.getByRole('combobox', { name })

  it('has a rule for each column, of which those that were changed are saved', async () => {
    const fake = host()
      .on('sitemap.settings', () => settings)
      .on('sitemap.save', () => null)
    renderUi(<SiteMap />, { host: fake })
    await rowOf(/集团新闻/)
    const shown = ['网站首页', '新闻', '集团新闻'].map((title) =>
      ['是否收录', '更新频率', '优先级'].map((what) => box(`${what} ${title}`).selectedOptions[0]?.textContent),
    )
    expect(shown).toEqual([
      ['收录（默认）', '不填写', '不填写'],
      ['不收录', '每天', '不填写'],
      ['随上级', '随上级', '随上级'],
    ])
    expect(screen.queryByText(/还没有绑定域名/)).toBeNull()
    const user = userEvent.setup()
    await user.selectOptions(box('优先级 集团新闻'), '0.8')
    await user.selectOptions(box('更新频率 新闻'), '每周')
    expect(button('保存（2）')).toBeTruthy()
    await user.selectOptions(box('更新频率 新闻'), '每天')
    await user.selectOptions(box('是否收录 网站首页'), '不收录')
    await user.click(button('保存（2）'))
    await expect
      .poll(() => fake.inputsOf('sitemap.save'))
      .toEqual([
        {
          siteId: 1,
          rules: [
            { columnId: 3, included: '', frequency: '', priority: '0.8' },
            { columnId: 0, included: 'no', frequency: '', priority: '' },
          ],
        },
      ])
    expect(await screen.findByRole<HTMLButtonElement>('button', { name: '保存' })).toHaveProperty('disabled', true)
  })

  it('says what is missing for one', async () => {
    renderUi(<SiteMap />, { host: host().on('sitemap.settings', () => ({ ...settings, origin: '', buildDate: '' })) })
    expect(await screen.findByText(/站点还没有绑定域名/)).toBeTruthy()
    expect(screen.getByText('该站点还没有生成静态页面')).toBeTruthy()
    expect(button('预览')).toHaveProperty('disabled', true)
  })
})

it('栏目类型 counts columns and entries of each of the three types', async () => {
  const counts = [
    { menuType: COLUMN_TYPE.list, columns: 5, entries: 40 },
    { menuType: COLUMN_TYPE.article, columns: 3, entries: 2 },
    { menuType: COLUMN_TYPE.plain, columns: 4, entries: 0 },
  ]
  renderUi(<ColumnTypes />, { host: host().on('columnType.counts', () => counts) })
  expect(await screen.findByText('40 篇')).toBeTruthy()
  const facts = screen.getAllByRole('definition').map((each) => each.textContent)
  expect(facts.filter((_fact, at) => at % 5 < 2)).toEqual(['3', '2 篇', '5', '40 篇', '4', '没有内容'])
  expect(facts[8]).toContain('{栏目编号}')
})

it('菜单信息 shows what is set and published in each menu of the site, the lower ones below', async () => {
  const top: Info = {
    id: 2,
    parentId: 0,
    title: '新闻',
    menuType: COLUMN_TYPE.list,
    listUrl: '/news/',
    listTemplate: 'list.html',
    detailUrl: '/news/{id}.html',
    detailTemplate: '',
    showFront: true,
    showLoop: true,
    showCrumbs: false,
    entries: 9,
    published: 4,
    updateDate: '2026-11-01 08:00:00',
  }
  const below = {
    ...top,
    id: 3,
    parentId: 2,
    title: '下级',
    listUrl: '',
    detailUrl: '',
    listTemplate: '',
    showFront: false,
    showLoop: false,
    updateDate: '',
  }
  const fake = host().on('menuInfo.list', () => [top, below])
  renderUi(<MenuInfo />, { host: fake })
  const shown = [await rowOf(/新闻/), await rowOf(/下级/)]
  expect(shown.map((row) => row.getAttribute('aria-level'))).toEqual(['1', '2'])
  expect(shown.map((row) => cells(row, 'gridcell').slice(-5))).toEqual([
    ['/news/；/news/{id}.html', 'list.html', '前台、导航', '4 / 9', '2026-11-01'],
    ['—', '—', '不显示', '4 / 9', '—'],
  ])
})

it('a list that can’t be read says so in its place, and not in a message as well', async () => {
  const fake = host().on('menuInfo.list', () => {
    throw new AppError('unavailable', '数据库没有回答')
  })
  renderUi(<MenuInfo />, { host: fake })
  expect(await screen.findAllByText('数据库没有回答')).toHaveLength(1)
})
