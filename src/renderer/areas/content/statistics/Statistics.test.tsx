import { configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { StatisticsRow } from '#shared/contract/content.ts'
import type { Department } from '#shared/contract/department.ts'
import { AppError } from '#shared/errors/index.ts'
import { aRole } from '#tests/builders/role.ts'
import { aColumn } from '#tests/builders/columnRow.ts'
import { aSession, aSite, pageOf } from '#tests/builders/session.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { address, aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { createBars } from './bars.ts'
import { Statistics } from './Statistics.tsx'

configure({ defaultHidden: true })

const aDepartment = (id: number, title: string, child: Department[] = []): Department => ({
  id,
  parentId: 0,
  title,
  createDate: '',
  child,
})
const TREE = [
  aDepartment(1, '集团总部', [
    aDepartment(2, '信息技术部', [aDepartment(3, '运维组'), aDepartment(4, '设计组')]),
    aDepartment(5, '财务部'),
  ]),
  aDepartment(6, '分公司', [aDepartment(7, '综合部')]),
]
const aRow = (person: string, publishedCount: number, draftBoxCount = 0): StatisticsRow => ({
  role: '站点编辑',
  department: '',
  person,
  publishedCount,
  toBePublishedCount: 1,
  recycleBinCount: 0,
  draftBoxCount,
  sum: publishedCount + 1 + draftBoxCount,
})
const host = (): FakeBridge =>
  aHost()
    .on('content.publishStatistics', ({ roleIds }) => (roleIds.length > 0 ? [] : [aRow('李四', 3), aRow('王五', 5, 2)]))
    .on('site.page', () => pageOf([aSite(1, '集团官网'), aSite(2, '新站')]))
    .on('role.page', () => pageOf([aRole(4, '站点编辑')]))
    .on('department.getTree', () => TREE)
    .on('column.getTree', ({ siteId }) => [
      aColumn(siteId * 10, `新闻 ${siteId}`, {
        siteId,
        child: [aColumn(siteId * 10 + 1, `公司新闻 ${siteId}`), aColumn(siteId * 10 + 2, `行业新闻 ${siteId}`)],
      }),
    ])
const cells = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent)
const lastInput = (fake: FakeBridge) => fake.inputsOf('content.publishStatistics').at(-1)

describe('publish statistics', () => {
  it('shows the table of the documents with its sums, and the same as a chart [B-055] [B-057]', async () => {
    renderUi(<Statistics />, { host: host() })
    const row = await screen.findByRole('row', { name: /李四/ })
    expect(screen.getAllByRole('columnheader').map((each) => each.textContent)).toEqual([
      '序号',
      '角色',
      '部门',
      '人员',
      '已发布',
      '待发布',
      '回收站',
      '草稿箱',
      '合计',
    ])
    expect(cells(row)).toEqual(['1', '站点编辑', '', '李四', '3', '1', '0', '0', '4'])
    expect(cells(screen.getByRole('row', { name: /^合计/ }))).toEqual(['合计', '', '', '', '8', '2', '0', '2', '12'])
    expect(
      within(screen.getByRole('figure'))
        .getAllByRole('img')
        .map((each) => each.getAttribute('aria-label')),
    ).toEqual([
      '王五：已发布 5，待发布 1，回收站 0，草稿箱 2，合计 8',
      '李四：已发布 3，待发布 1，回收站 0，草稿箱 0，合计 4',
    ])
  })

  it('shows why the column of departments is empty, as long as nobody has one', async () => {
    const fake = host()
    renderUi(<Statistics />, { host: fake })
    await screen.findByText(/人员尚未设置部门，“部门”列为空。/)
  })

  it('narrows by site, columns with all below them, role and days, the end at 23:59:59 [B-056] [B-306] [B-414]', async () => {
    const fake = host()
    renderUi(<Statistics />, { host: fake })
    const user = userEvent.setup()
    await screen.findByRole('row', { name: /李四/ })
    expect(lastInput(fake)).toMatchObject({ siteIds: [], classIds: [], roleIds: [], startDate: '', endDate: '' })
    expect(screen.getByRole('button', { name: /^栏目/ })).toHaveProperty('disabled', true)
    await user.click(screen.getByRole('combobox', { name: '站点' }))
    await user.type(screen.getByRole('searchbox', { name: '查找站点' }), 'xz')
    await waitFor(() => expect(screen.queryByRole('option', { name: '集团官网' })).toBeNull())
    await user.click(screen.getByRole('option', { name: '新站' }))
    await waitFor(() => expect(lastInput(fake)).toMatchObject({ siteIds: [2] }))
    await user.keyboard('{Escape}')
    await user.click(screen.getByRole('button', { name: /^栏目/ }))
    await user.click(await screen.findByRole('checkbox', { name: '选择 新闻 2' }))
    await waitFor(() => expect(lastInput(fake)).toMatchObject({ siteIds: [2], classIds: [20, 21, 22] }))
    expect(screen.getByRole('button', { name: '栏目 新闻 2' })).toBeTruthy()
    await user.click(screen.getByRole('checkbox', { name: '选择 行业新闻 2' }))
    await waitFor(() => expect(lastInput(fake)).toMatchObject({ classIds: [21] }))
    await user.keyboard('{Escape}')
    for (const [name, day] of [
      ['开始创建日期', '2026-11-01'],
      ['结束创建日期', '2026-11-05'],
    ] as const) {
      fireEvent.change(screen.getByRole('combobox', { name }), { target: { value: day } })
      fireEvent.blur(screen.getByRole('combobox', { name }))
    }
    await waitFor(() =>
      expect(lastInput(fake)).toMatchObject({ startDate: '2026-11-01', endDate: '2026-11-05 23:59:59' }),
    )
    await user.click(screen.getByRole('combobox', { name: '角色' }))
    await user.click(await screen.findByRole('menuitemcheckbox', { name: '站点编辑' }))
    await screen.findByText('没有找到')
    expect(lastInput(fake)).toMatchObject({ roleIds: [4] })
    await user.click(screen.getByRole('button', { name: '清除条件' }))
    // What was read at first may still be fresh, so that it is not asked for again.
    await screen.findByRole('row', { name: /李四/ })
    expect(address()).toBe('/')
  })

  it('offers the columns of several sites below their sites', async () => {
    const fake = host()
    renderUi(<Statistics />, { host: fake })
    const user = userEvent.setup()
    await screen.findByRole('row', { name: /李四/ })
    await user.click(screen.getByRole('combobox', { name: '站点' }))
    await user.click(await screen.findByRole('option', { name: '集团官网' }))
    await user.click(screen.getByRole('option', { name: '新站', selected: false }))
    expect(screen.getAllByRole('option', { selected: true })).toHaveLength(2)
    await user.keyboard('{Escape}')
    await user.click(screen.getByRole('button', { name: /^栏目/ }))
    await user.click(await screen.findByRole('checkbox', { name: '选择 新站' }))
    await waitFor(() => expect(lastInput(fake)).toMatchObject({ siteIds: [1, 2], classIds: [20, 21, 22] }))
    expect(screen.getByRole('checkbox', { name: '选择 新站' })).toHaveProperty('checked', true)
  })

  it('narrows by departments with all below them, and keeps the uppermost in its address [B-056] [B-308]', async () => {
    const fake = host()
    renderUi(<Statistics />, { host: fake })
    const at = () => decodeURIComponent(address())
    const user = userEvent.setup()
    await screen.findByRole('row', { name: /李四/ })
    expect(lastInput(fake)).toMatchObject({ departments: [] })
    await user.click(screen.getByRole('button', { name: '部门 全部部门' }))
    await user.click(await screen.findByRole('checkbox', { name: '选择 信息技术部' }))
    await waitFor(() => expect(lastInput(fake)).toMatchObject({ departments: [2, 3, 4] }))
    expect(at()).toContain('departments=[2]')
    expect(screen.getByRole('button', { name: '部门 信息技术部' })).toBeTruthy()
    await user.click(screen.getByRole('checkbox', { name: '选择 财务部' }))
    await waitFor(() => expect(lastInput(fake)).toMatchObject({ departments: [1, 2, 3, 4, 5] }))
    expect(at()).toContain('departments=[1]')
    await user.click(screen.getByRole('checkbox', { name: '选择 运维组' }))
    await waitFor(() => expect(lastInput(fake)).toMatchObject({ departments: [4, 5] }))
    expect(screen.getByRole('checkbox', { name: '选择 集团总部' })).toHaveProperty('indeterminate', true)
    await user.click(screen.getByRole('checkbox', { name: '选择 分公司' }))
    await screen.findByRole('button', { name: '部门 已选 3 个部门' })
    await user.click(screen.getByRole('button', { name: '清空所选' }))
    await screen.findByRole('button', { name: '部门 全部部门' })
    expect(at()).not.toContain('departments')
  })

  it('asks for what stands below the departments of its address, also when some are gone', async () => {
    const fake = host()
    renderUi(<Statistics />, { host: fake, at: '/?departments=[2,900]' })
    await screen.findByRole('row', { name: /李四/ })
    expect(fake.inputsOf('content.publishStatistics').map(({ departments }) => departments)).toEqual([[2, 900, 3, 4]])
    await screen.findByRole('button', { name: '部门 信息技术部' })
  })

  it('does not say that all are shown when the chosen department is gone', async () => {
    const fake = host()
    renderUi(<Statistics />, { host: fake, at: '/?departments=[900]' })
    await screen.findByRole('button', { name: '部门 已选 1 个部门' })
    await waitFor(() => expect(lastInput(fake)).toMatchObject({ departments: [900] }))
  })

  it('finds a department by a word; ticking what the search shows in part ticks no more than that', async () => {
    const fake = host()
    renderUi(<Statistics />, { host: fake })
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: '部门 全部部门' }))
    const scrolled = () => screen.getByRole('treegrid', { name: '部门' }).parentElement
    await screen.findByRole('checkbox', { name: '选择 运维组' })
    Object.assign(scrolled() ?? {}, { scrollTop: 400 })
    await user.type(await screen.findByRole('searchbox', { name: '搜索部门' }), '设计{Enter}')
    await waitFor(() => expect(screen.queryByRole('checkbox', { name: '选择 运维组' })).toBeNull())
    expect(scrolled()?.scrollTop, 'what is found stands at the top').toBe(0)
    await user.click(screen.getByRole('checkbox', { name: '选择 信息技术部' }))
    await waitFor(() => expect(lastInput(fake)).toMatchObject({ departments: [4] }))
    await user.type(screen.getByRole('searchbox', { name: '搜索部门' }), '不存在{Enter}')
    await screen.findByText('没有找到部门')
  })

  it('is worked with the keyboard alone', async () => {
    const fake = host()
    renderUi(<Statistics />, { host: fake })
    const user = userEvent.setup()
    const button = await screen.findByRole('button', { name: '部门 全部部门' })
    button.focus()
    await user.keyboard('{Enter}')
    const search = await screen.findByRole('searchbox', { name: '搜索部门' })
    search.focus()
    await user.keyboard('{ArrowDown}{ArrowDown} ')
    await waitFor(() => expect(lastInput(fake)).toMatchObject({ departments: [2, 3, 4] }))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('searchbox', { name: '搜索部门' })).toBeNull())
  })

  it('says that there are no departments, and why they could not be read', async () => {
    const none = host().on('department.getTree', () => [])
    const first = renderUi(<Statistics />, { host: none })
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: '部门 全部部门' }))
    await screen.findByText('还没有部门')
    first.unmount()

    let answers: Department[] | null = null
    const failing = host().on('department.getTree', () => {
      if (!answers) throw new AppError('not-found', '服务器没有这个接口')
      return answers
    })
    renderUi(<Statistics />, { host: failing })
    await screen.findByRole('row', { name: /李四/ })
    await user.click(await screen.findByRole('button', { name: '部门 全部部门' }))
    await screen.findByText('服务器没有这个接口')
    answers = TREE
    await user.click(screen.getByRole('button', { name: '重试' }))
    await screen.findByRole('checkbox', { name: '选择 集团总部' })
  })

  it('goes out as a sheet with the same filters, for accounts with the permission', async () => {
    const fake = host().on('sheets.download', () => ({ href: '', savedAs: '发布统计.xlsx' }))
    renderUi(<Statistics />, { host: fake, at: '/?siteIds=[2]&start=2026-11-01 00:00:00' })
    await userEvent.click(await screen.findByRole('button', { name: '导出' }))
    await waitFor(() =>
      expect(fake.inputsOf('sheets.download')[0]).toMatchObject({
        operation: 'content.statisticsSheet',
        input: { siteIds: [2], startDate: '2026-11-01' },
      }),
    )
  })

  it('hides the export from accounts without the permission', async () => {
    renderUi(<Statistics />, { host: host().on('session.status', () => aSession({ groupId: 5 })) })
    await screen.findByRole('row', { name: /李四/ })
    expect(screen.queryByRole('button', { name: '导出' })).toBeNull()
  })
})

it('puts those beyond the largest into a last bar, and nobody without entries', () => {
  const rows = Array.from({ length: 12 }, (_each, index) => aRow(`人 ${index}`, index))
  const nobody = { ...aRow('无', 0), toBePublishedCount: 0, sum: 0 }
  const bars = createBars([nobody, ...rows])
  expect(bars.map((bar) => bar.name)).toEqual([
    ...Array.from({ length: 9 }, (_each, index) => `人 ${11 - index}`),
    '其他 3 人',
  ])
  expect(bars.at(-1)?.counts.sum).toBe(1 + 2 + 3)
  expect(createBars([nobody])).toEqual([])
})
