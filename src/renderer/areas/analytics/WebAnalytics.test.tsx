import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { AnalyticsFigures, AnalyticsState, OwnStatistics } from '#shared/contract/analytics.ts'
import { AppError } from '#shared/errors/index.ts'
import { aSite, pageOf } from '#tests/builders/session.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { address, aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { dayText } from '#renderer/ui/fields/dates.ts'
import { formatDuration, FIGURES } from './figures.ts'
import { QUICK_RANGES, toDateRange, describeTimeZone } from './ranges.ts'
import { WebAnalytics } from './WebAnalytics.tsx'

configure({ defaultHidden: true })

const figures: AnalyticsFigures = {
  pv_count: 12_345,
  visitor_count: 310,
  ip_count: 289,
  bounce_ratio: 45.5,
  avg_visit_time: 3725,
  trans_count: 7,
}
const state: AnalyticsState = {
  siteId: 1,
  source: 'baidu',
  hasKeys: true,
  isAuthorised: false,
  baiduSiteId: '',
  isCounting: false,
  countUrl: '',
  isCountUrlConfirmed: true,
  domain: 'www.group.example',
  today: dayText(new Date()),
  utcOffset: -new Date().getTimezoneOffset(),
}
const own: OwnStatistics = {
  figures: { ...figures, trans_count: null },
  days: [
    { name: '2026-11-22', pv: 3, visitors: 2 },
    { name: '2026-11-23', pv: 9, visitors: 4 },
  ],
  hours: Array.from({ length: 24 }, (_none, hour) => ({ name: String(hour), pv: hour, visitors: 1 })),
  pages: [{ name: '/news/', pv: 9, visitors: 4 }],
  columns: [{ name: '新闻中心', pv: 9, visitors: 4 }],
  sources: [{ name: '直接访问', pv: 12, visitors: 6 }],
  devices: [{ name: '手机', pv: 12, visitors: 6 }],
}
const UNSET = '当前站点百度统计未设置，请点击右上角设置'
const host = (more: Partial<AnalyticsState> = {}): FakeBridge =>
  aHost()
    .on('site.page', () => pageOf([aSite(1, '集团官网'), aSite(2, '新站')]))
    .on('analytics.state', ({ id }) => ({ ...state, ...more, siteId: id }))
    .on('analytics.getData', () => figures)
    .on('analytics.own', () => own)
const asked = (fake: FakeBridge, name: string): unknown[] =>
  fake.calls.filter((each) => each.name === name).map(({ input }) => input)

describe('the figures', () => {
  it('are shown in words: counts, percent, and seconds as hh:mm:ss [C-389]', () => {
    expect(FIGURES.map(({ title, text }) => [title, text(figures)])).toEqual([
      ['浏览量（PV）', '12,345'],
      ['访客数（UV）', '310'],
      ['IP 数', '289'],
      ['跳出率', '45.5%'],
      ['平均访问时长', '01:02:05'],
    ])
    expect([0, 59.6, 86_400 + 61].map(formatDuration)).toEqual(['00:00:00', '00:01:00', '24:01:01'])
  })
  it('have quick ranges with the documents’ offsets [C-038] [C-390]', () => {
    const days = QUICK_RANGES.map((quick) => toDateRange(quick, new Date(2026, 10, 23)))
    expect(days.map(({ start, end }) => [start, end.slice(0, 10)])).toEqual([
      ['2026-11-23 00:00:00', '2026-11-23'],
      ['2026-11-22 00:00:00', '2026-11-22'],
      ['2026-11-17 00:00:00', '2026-11-23'],
      ['2026-10-24 00:00:00', '2026-11-22'],
    ])
    expect(days.every(({ end }) => end.endsWith('23:59:59'))).toBe(true)
  })
})

describe('the server’s day', () => {
  const local = -new Date().getTimezoneOffset()
  it('is the base of the quick ranges, and is shown where it differs from the viewer’s [C-390]', async () => {
    const fake = host({ source: 'own', isCounting: true, today: '2031-05-07', utcOffset: local + 345 })
    renderUi(<WebAnalytics />, { host: fake, at: '/?site=1' })
    await screen.findByText('12,345')
    await screen.findByText(/日期按服务器的时区（UTC[+-]\d\d:\d\d）计算，服务器当前日期为 2031-05-07/)
    fake.on('analytics.state', ({ id }) => ({
      ...state,
      source: 'own',
      isCounting: true,
      siteId: id,
      today: '2031-05-09',
    }))
    await userEvent.setup().click(screen.getByRole('button', { name: '昨天' }))
    const day = (text: string) => ({ siteId: 1, start: `${text} 00:00:00`, end: `${text} 23:59:59` })
    await waitFor(() => expect(asked(fake, 'analytics.own').at(-1)).toEqual(day('2031-05-08')))
    expect(asked(fake, 'analytics.own')[0]).toEqual(day('2031-05-07'))
    await waitFor(() => expect(screen.queryByText(/日期按服务器的时区/)).toBeNull())
  })
  it('is shown with its UTC offset only where that differs', () => {
    const now = new Date()
    expect(describeTimeZone({ today: '2026-11-23', utcOffset: local }, now)).toBe('')
    expect(describeTimeZone({ today: '', utcOffset: local + 60 }, now)).toBe('')
    expect(describeTimeZone({ today: '2026-11-23', utcOffset: local === -570 ? 480 : -570 }, now)).toContain(
      local === -570 ? '（UTC+08:00）' : '（UTC-09:30）',
    )
  })
})

describe('the dashboard', () => {
  it('shows the five figures of the site and asks again for another range [C-009] [C-037] [C-039]', async () => {
    const fake = host()
    renderUi(<WebAnalytics />, { host: fake, at: '/?site=1' })
    await screen.findByText('01:02:05')
    expect(screen.getAllByRole('term').map((each) => each.textContent)).toEqual(FIGURES.map(({ title }) => title))
    expect(screen.queryByText('7')).toBeNull()
    const user = userEvent.setup()
    await user.click(screen.getByRole('button', { name: '近 7 天' }))
    await waitFor(() => expect(asked(fake, 'analytics.getData')).toHaveLength(2))
    const [first, second] = asked(fake, 'analytics.getData') as { time: string; start_date: string; end_date: string }[]
    expect([first?.time, second?.time]).toEqual(['today', 'seven'])
    expect(second?.end_date).toBe(first?.end_date)
    expect((second?.start_date ?? '') < (first?.start_date ?? '')).toBe(true)
  })
  it('says that the site is not set up, and leads to the settings [C-379]', async () => {
    const fake = host().on('analytics.getData', () => {
      throw new AppError('invalid', UNSET)
    })
    renderUi(<WebAnalytics />, { host: fake, at: '/?site=1' })
    await screen.findByText(UNSET)
    expect(screen.getByText(/可在“设置”中开启“本站统计”/)).toBeTruthy()
    const user = userEvent.setup()
    await user.click(screen.getAllByRole('button', { name: '设置' }).at(-1) ?? document.body)
    await screen.findByText('统计设置')
  })
  it('says what else is wrong in the server’s words, with a way to try again', async () => {
    const fake = host().on('analytics.getData', () => {
      throw new AppError('timeout', '百度统计响应超时，请稍后再试')
    })
    renderUi(<WebAnalytics />, { host: fake, at: '/?site=1' })
    await screen.findByText('百度统计响应超时，请稍后再试')
    fake.on('analytics.getData', () => figures)
    await userEvent.setup().click(screen.getByRole('button', { name: '重试' }))
    await screen.findByText('12,345')
  })
  it('shows our own counting of a site that uses it: charts, and by page, column, source and device', async () => {
    const fake = host({ source: 'own', isCounting: true })
    renderUi(<WebAnalytics />, { host: fake, at: '/?site=1' })
    await screen.findByText('12,345')
    expect(asked(fake, 'analytics.getData')).toEqual([])
    await screen.findByRole('img', { name: /^每日浏览量：2026-11-22 浏览量 3，访客数 2；/ })
    await screen.findByRole('img', { name: /^各小时浏览量：/ })
    for (const [list, text] of [
      ['页面', '/news/9 / 4'],
      ['栏目', '新闻中心9 / 4'],
      ['来源', '直接访问12 / 6'],
      ['设备', '手机12 / 6'],
    ] as const)
      expect(within(screen.getByRole('list', { name: list })).getByRole('listitem').textContent).toBe(text)
    screen.getByRole('button', { name: '导出' })
    expect(screen.queryByText(/所选日期内没有访问记录/)).toBeNull()
  })
  it('explains why nothing was counted yet', async () => {
    const none = { ...own, figures: { ...own.figures, pv_count: 0 } }
    const fake = host({ source: 'own', isCounting: true }).on('analytics.own', () => none)
    renderUi(<WebAnalytics />, { host: fake, at: '/?site=1' })
    await screen.findByText(/所选日期内没有访问记录。开启统计后须重新生成静态页面/)
    await userEvent.setup().click(screen.getByRole('button', { name: '静态生成' }))
    expect(address()).toBe('/site/static-pages')
  })
})

describe('the settings', () => {
  const opened = async (fake: FakeBridge): Promise<ReturnType<typeof userEvent.setup>> => {
    renderUi(<WebAnalytics />, { host: fake, at: '/?site=1' })
    const user = userEvent.setup()
    await screen.findByText('12,345')
    await user.click(screen.getByRole('button', { name: '设置' }))
    await screen.findByText('统计设置')
    return user
  }
  it('take a code, whose page opens in the system’s browser, and then the site’s id [C-040] [C-041] [C-042]', async () => {
    const fake = host()
      .on('analytics.getCodeUrl', () => 'https://provider.example/authorize?client_id=k')
      .on('app.openExternal', () => null)
      .on('analytics.getAccessToken', () => null)
      .on('analytics.setSiteId', () => null)
    const user = await opened(fake)
    await user.click(screen.getByRole('button', { name: '获取 CODE' }))
    await waitFor(() =>
      expect(asked(fake, 'app.openExternal')).toEqual([{ url: 'https://provider.example/authorize?client_id=k' }]),
    )
    await user.click(screen.getByRole('button', { name: '下一步' }))
    await screen.findAllByText('请填写CODE')
    expect(asked(fake, 'analytics.getAccessToken')).toEqual([])
    await user.type(screen.getByLabelText(/^CODE/), 'abc')
    await user.click(screen.getByRole('button', { name: '下一步' }))
    await user.type(await screen.findByLabelText(/^站点 ID/, {}, { timeout: 4000 }), '19062')
    await user.click(screen.getByRole('button', { name: '确定' }))
    await waitFor(() => expect(asked(fake, 'analytics.setSiteId')).toEqual([{ baidu_site_id: '19062', site_id: 1 }]))
    await waitFor(() => expect(screen.queryByText('统计设置')).toBeNull(), { timeout: 4000 })
  })
  it('warn at once that the server has no application at Baidu', async () => {
    await opened(host({ hasKeys: false }))
    expect(screen.getByText(/请系统管理员设置 SITECRAFT_BAIDU_KEY 和 SITECRAFT_BAIDU_SECRET/)).toBeTruthy()
  })
  it('start with the site’s id once it is authorised', async () => {
    await opened(host({ isAuthorised: true, baiduSiteId: '42' }))
    expect((await screen.findByLabelText<HTMLInputElement>(/^站点 ID/)).value).toBe('42')
  })
  it('switch our own counting on', async () => {
    const fake = host().on('analytics.setSource', () => null)
    const user = await opened(fake)
    await user.click(screen.getByRole('tab', { name: '本站统计' }))
    await user.type(await screen.findByRole('textbox', { name: /^统计服务地址/ }), 'cms.example')
    await user.click(screen.getByRole('button', { name: '确定' }))
    await screen.findAllByText(/统计服务地址应以 https:\/\/ 或 http:\/\/ 开头/)
    await user.clear(screen.getByRole('textbox', { name: /^统计服务地址/ }))
    await user.click(screen.getByRole('button', { name: '确定' }))
    await waitFor(() =>
      expect(asked(fake, 'analytics.setSource')).toEqual([
        { siteId: 1, source: 'own', isCounting: true, countUrl: '' },
      ]),
    )
  })
})
