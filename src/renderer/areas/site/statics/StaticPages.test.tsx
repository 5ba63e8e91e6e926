import { act, configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Job } from '#shared/contract/job.ts'
import { staticPlan } from '#shared/contract/statics.ts'
import { AppError } from '#shared/errors/index.ts'
import { aColumn } from '#tests/builders/columnRow.ts'
import { aSite, pageOf } from '#tests/builders/session.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { StaticPages } from './StaticPages.tsx'

configure({ defaultHidden: true })

const tree = [
  aColumn(201, '新闻', { menuType: 2, child: [aColumn(202, '集团新闻'), aColumn(203, '行业动态')] }),
  aColumn(204, '简介', { menuType: 0 }),
]
const PLAN = staticPlan.parse({})
const NOTHING_BUILT = { siteId: 1, isAuto: false, plan: PLAN, nextDate: '', buildDate: '', waiting: 0, report: null }
const job: Job = {
  id: 9,
  kind: 'statics.build',
  title: '生成静态页面',
  state: 'queued',
  progress: 0,
  message: '排队中',
  siteId: 1,
  resultId: 0,
  createDate: '2026-01-01 00:00:00',
  endDate: '',
}

const host = (): FakeBridge =>
  aHost()
    .on('site.page', () => pageOf([aSite(1, '集团官网'), aSite(2, '海洋科技')]))
    .on('column.getTree', () => tree)
    .on('job.findById', () => job)
    .on('job.list', () => [])
    .on('statics.state', () => NOTHING_BUILT)

/** A host that keeps the plan. */
const planned = (first: typeof NOTHING_BUILT): FakeBridge => {
  let state = first
  return host()
    .on('statics.state', () => state)
    .on('statics.saveSchedule', ({ id: _id, isOn, ...plan }) => {
      state = { ...state, plan: staticPlan.parse(plan), nextDate: isOn ? '2026-11-27 23:30:00' : '' }
      return null
    })
}

const generate = () => screen.getByRole('button', { name: /^生成静态页面|^已提交/ })
const tick = async (name: string) => userEvent.click(await screen.findByRole('checkbox', { name: `选择 ${name}` }))
const isBusy = (): boolean => generate().getAttribute('aria-disabled') === 'true'

afterEach(() => vi.useRealTimers())

describe('static generation', () => {
  it('has a site selector, a notice and the tree of columns with checkboxes [A-124] [A-125]', async () => {
    renderUi(<StaticPages />, { host: host() })
    await screen.findByRole('treegrid', { name: '栏目' })
    await waitFor(() => expect(screen.getByRole('combobox', { name: '站点' }).textContent).toContain('集团官网'))
    expect(screen.getByText('按栏目生成，按站点清除')).toBeDefined()
    expect(await screen.findByRole('checkbox', { name: '选择 集团新闻' })).toBeDefined()
  })

  it('says what is built, what is wrong with a template and where, and builds by itself on request', async () => {
    const problems = [
      { page: 'news/index.html', file: 'list.html', line: 7, message: '没有过滤器“nothing”，请检查拼写' },
    ]
    const report = { pages: 46, written: 3, removed: 0, durationMs: 640, problems }
    const state = { ...NOTHING_BUILT, buildDate: '2026-11-23 09:00:00', waiting: 2, report }
    const fake = host()
      .on('statics.state', () => state)
      .on('statics.setAuto', () => null)
    renderUi(<StaticPages />, { host: fake })
    await screen.findByText(
      '上次生成：2026-11-23 09:00:00，共 46 页，更新 3 个文件，用时 0.6 秒；有 2 篇内容改动后尚未生成',
    )
    expect(screen.getByText('有 1 处问题，其余页面已生成')).toBeDefined()
    const item = screen.getByText(/没有过滤器/).closest('li')
    expect(item?.textContent).toContain('模板 list.html 第 7 行，页面 news/index.html')
    await userEvent.click(screen.getByRole('switch', { name: '内容发布或修改后自动生成' }))
    await waitFor(() => expect(fake.inputsOf('statics.setAuto')).toEqual([{ id: 1, isAuto: true }]))
  })

  it('builds by a plan: the switch asks when, and the next time stands beside it', async () => {
    const fake = planned(NOTHING_BUILT)
    renderUi(<StaticPages />, { host: fake })
    const plan = await screen.findByLabelText('定时生成')
    await userEvent.click(plan)
    const form = within(await screen.findByRole('dialog'))
    expect(form.getByLabelText(/^时间/)).toHaveProperty('value', '03:00')
    expect(form.queryByLabelText('星期一')).toBeNull()
    expect(plan).toHaveProperty('checked', false)
    await userEvent.click(form.getByLabelText('每周'))
    for (const day of ['一', '二', '三', '四', '五']) await userEvent.click(form.getByLabelText(`星期${day}`))
    await userEvent.click(form.getByText('确定'))
    await form.findByText('请至少选择一天')
    for (const day of ['日', '五']) await userEvent.click(form.getByLabelText(`星期${day}`))
    fireEvent.change(form.getByLabelText(/^时间/), { target: { value: '25:00' } })
    await userEvent.click(form.getByText('确定'))
    await form.findByText('时间格式应为 HH:mm，例如 03:00')
    fireEvent.change(form.getByLabelText(/^时间/), { target: { value: '23:30' } })
    await userEvent.click(form.getByText('确定'))
    await screen.findByText('每周五、日 23:30，下次 2026-11-27 23:30')
    const weekly = { id: 1, isOn: true, every: 'week', time: '23:30', weekdays: [5, 0], hours: 6 }
    expect(fake.inputsOf('statics.saveSchedule')).toEqual([weekly])
  })

  it('changes the plan, and switches it off without a question', async () => {
    const fake = planned({ ...NOTHING_BUILT, nextDate: '2026-11-25 03:00:00' })
    renderUi(<StaticPages />, { host: fake })
    await screen.findByText('每天 03:00，下次 2026-11-25 03:00')
    await userEvent.click(screen.getByText('修改'))
    const form = within(await screen.findByRole('dialog'))
    await userEvent.click(form.getByLabelText('每隔几小时'))
    expect(form.queryByLabelText(/^时间/)).toBeNull()
    await userEvent.click(form.getByRole('combobox', { name: '间隔' }))
    await userEvent.click(await screen.findByRole('option', { name: '4 小时' }))
    await userEvent.click(form.getByText('确定'))
    await screen.findByText('每 4 小时，下次 2026-11-27 23:30')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await userEvent.click(screen.getByLabelText('定时生成'))
    await waitFor(() => expect(screen.queryByText(/，下次/)).toBeNull())
    const kept = { ...PLAN, id: 1, every: 'hours', hours: 4 }
    expect(fake.inputsOf('statics.saveSchedule')).toEqual([
      { ...kept, isOn: true },
      { ...kept, isOn: false },
    ])
  })

  it('tells why there is nothing: no answer, no column, or no site', async () => {
    const fake = host().on('column.getTree', () => {
      throw new AppError('no-response', '服务器没有响应')
    })
    const { unmount } = renderUi(<StaticPages />, { host: fake })
    await screen.findByText('服务器没有响应')
    fake.on('column.getTree', () => [])
    await userEvent.click(screen.getByRole('button', { name: '重试' }))
    await screen.findByText('该站点还没有栏目')
    unmount()

    renderUi(<StaticPages />, { host: host().on('site.page', () => pageOf([])) })
    await screen.findByText('没有可用的站点')
    expect(screen.getByRole('button', { name: '清除静态页面' })).toHaveProperty('disabled', true)
    expect(generate()).toHaveProperty('disabled', true)
  })

  it('wants something ticked: 请选择数据 [A-189]', async () => {
    const fake = host()
    renderUi(<StaticPages />, { host: fake })
    await screen.findByRole('checkbox', { name: '选择 新闻' })
    await userEvent.click(generate())
    await screen.findByText('请选择数据')
    expect(fake.inputsOf('statics.buildHTML')).toEqual([])
  })

  it('queues the ticked columns, with all below them, and says so [A-127] [A-274]', async () => {
    const fake = host().on('statics.buildHTML', () => ({ jobId: 9 }))
    renderUi(<StaticPages />, { host: fake })
    await tick('新闻')
    await userEvent.click(generate())
    await screen.findByText('生成任务已加入队列')
    expect(fake.inputsOf('statics.buildHTML')).toEqual([{ siteId: 1, menuIds: [201, 202, 203] }])
    await screen.findByText('排队中')
  })

  it('stays busy for ten seconds after a success, and takes no second order [A-165]', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
    const fake = host().on('statics.buildHTML', () => ({ jobId: 9 }))
    renderUi(<StaticPages />, { host: fake })
    await user.click(await screen.findByRole('checkbox', { name: '选择 简介' }))
    await user.click(generate())
    await screen.findByText('生成任务已加入队列')
    await act(() => vi.advanceTimersByTimeAsync(8_000))
    expect(isBusy()).toBe(true)
    await user.click(generate())
    await act(() => vi.advanceTimersByTimeAsync(2_500))
    expect(isBusy()).toBe(false)
    expect(fake.inputsOf('statics.buildHTML')).toHaveLength(1)
  })

  it('is free again at once when the server refuses, and keeps the ticks', async () => {
    const fake = host().on('statics.buildHTML', () => {
      throw new AppError('forbidden', '您没有这个站点的权限')
    })
    renderUi(<StaticPages />, { host: fake })
    await tick('简介')
    await userEvent.click(generate())
    await screen.findByText('您没有这个站点的权限')
    await waitFor(() => expect(isBusy()).toBe(false))
    expect(screen.getByRole('checkbox', { name: '选择 简介' })).toHaveProperty('checked', true)
  })

  it('asks before it clears all pages of the site [A-126] [A-273]', async () => {
    const fake = host().on('statics.cleanAllHTML', () => ({ jobId: 9 }))
    renderUi(<StaticPages />, { host: fake })
    await screen.findByRole('checkbox', { name: '选择 新闻' })
    await userEvent.click(screen.getByRole('button', { name: '清除静态页面' }))
    const question = await screen.findByRole('alertdialog')
    expect(question.textContent).toContain('将清除站点“集团官网”的全部静态页面')
    await userEvent.click(within(question).getByRole('button', { name: '确定' }))
    await screen.findByText('清除任务已加入队列')
    expect(fake.inputsOf('statics.cleanAllHTML')).toEqual([{ id: 1 }])
  })
})
