import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { LogDetail } from '#shared/contract/log.ts'
import { aSession, aSite, pageOf } from '#tests/builders/session.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { OperationLog } from './OperationLog.tsx'

configure({ defaultHidden: true })

const line: LogDetail = {
  id: 7,
  createBy: 'editor',
  title: '保存字典',
  postTime: '2026-11-23 09:00:00',
  ip: '192.0.2.7',
  spendTime: 12,
  beginTime: 12,
  url: '/api/cms/dict/save',
  httpMethod: 'POST',
  classMethod: 'dictionary.save',
  requestData: '{"id":1}',
  responseData: '{"code":200}',
  siteId: 1,
  siteTitle: '集团官网',
  area: 'dictionary',
  about: '省份',
  ok: true,
  msg: '保存成功',
  changes: [
    { id: 1, title: '省份', what: 'changed', fields: [{ name: 'title', before: '城市', after: '省份' }], more: 0 },
  ],
}
const host = () =>
  aHost()
    .on('log.page', ({ key }) => pageOf(key === '无' ? [] : [line]))
    .on('log.findById', () => line)
    .on('site.page', () => pageOf([aSite(1, '集团官网')]))
    .on('account.pageUser', () => pageOf([]))

describe('the operation log', () => {
  it('asks for ten lines a page, with keyword and result [C-147] [C-346]', async () => {
    const fake = host()
    renderUi(<OperationLog />, { host: fake })
    const row = await screen.findByRole('row', { name: /保存字典/ })
    expect(row.textContent).toContain('editor保存字典：省份2026-11-23 09:00:00192.0.2.712成功字典集团官网')
    expect(fake.inputsOf('log.page')[0]).toMatchObject({ page: 1, size: 10, key: '' })
    await userEvent.click(screen.getByRole('combobox', { name: '结果' }))
    await userEvent.click(await screen.findByRole('option', { name: '失败' }))
    await waitFor(() => expect(fake.inputsOf('log.page').at(-1)).toMatchObject({ result: 'refused' }))
    await userEvent.click(screen.getByRole('combobox', { name: '模块' }))
    await userEvent.type(await screen.findByPlaceholderText('模块名称或拼音首字母'), '字典{Enter}')
    await waitFor(() => expect(fake.inputsOf('log.page').at(-1)).toMatchObject({ area: 'dictionary' }))
    await userEvent.type(screen.getByRole('searchbox'), '无')
    await screen.findByText('没有找到')
  })

  it('shows the ten rows of a line, and what the record was and became [C-148] [C-347]', async () => {
    renderUi(<OperationLog />, { host: host() })
    await userEvent.click(await screen.findByRole('button', { name: '详情 保存字典（7）' }))
    const table = await screen.findByRole('table', { name: '日志详情' })
    expect(
      within(table)
        .getAllByRole('rowheader')
        .map((each) => each.textContent),
    ).toEqual([
      '序号',
      '操作人',
      '操作名称',
      '操作时间',
      '响应时间(ms)',
      '请求地址',
      '请求方式',
      '请求方法',
      '请求参数',
      '响应结果',
    ])
    const change = screen.getByRole('table', { name: '修改前后：修改“省份”' })
    expect(within(change).getByRole('row', { name: /名称/ }).textContent).toBe('名称城市省份')
    expect(screen.queryByRole('region', { name: '请求参数' })).toBeNull()
  })

  it('keeps long parameters short, so that what became of the record is near', async () => {
    const requestData = JSON.stringify({ menuIds: Array.from({ length: 50 }, (_, at) => at) })
    renderUi(<OperationLog />, { host: host().on('log.findById', () => ({ ...line, requestData })) })
    await userEvent.click(await screen.findByRole('button', { name: '详情 保存字典（7）' }))
    const parameters = await screen.findByRole('region', { name: '请求参数' })
    expect(parameters.textContent).toContain('49')
    expect(parameters.tabIndex).toBe(0)
  })

  it('lets super administrators alone say how long it is kept', async () => {
    const saved: unknown[] = []
    const fake = host()
      .on('log.rules', () => ({ keepDays: 365 }))
      .on('log.saveRules', (rules) => {
        saved.push(rules)
        return { keepDays: 400 }
      })
    const { unmount } = renderUi(<OperationLog />, { host: fake })
    await userEvent.click(await screen.findByRole('button', { name: '设置' }))
    const days = await screen.findByRole('spinbutton', { name: /日志保留天数/ })
    await userEvent.clear(days)
    await userEvent.type(days, '100')
    await userEvent.click(screen.getByRole('button', { name: '确定' }))
    await screen.findAllByText('日志保留天数不能小于 180')
    expect(saved).toEqual([])
    await userEvent.clear(days)
    await userEvent.type(days, '400')
    await userEvent.click(screen.getByRole('button', { name: '确定' }))
    await waitFor(() => expect(saved).toEqual([{ keepDays: 400 }]))
    unmount()
    renderUi(<OperationLog />, { host: fake.on('session.status', () => aSession({ groupId: 9 })) })
    await screen.findByRole('row', { name: /保存字典/ })
    expect(screen.queryByRole('button', { name: '设置' })).toBeNull()
  })
})
