import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import type { Classify } from '#shared/contract/classify.ts'
import type { Dictionary } from '#shared/contract/dictionary.ts'
import { AppError } from '#shared/errors/index.ts'
import { aSession, pageOf } from '#tests/builders/session.ts'
import { aHost, renderUi } from '#tests/setup/renderUi.tsx'
import { DictionarySelect } from './DictionarySelect.tsx'
import type { DictionaryKind } from './useDictionaries.ts'

const dictionary = (id: number, title: string, value: string[] = ['甲']): Dictionary => ({
  id,
  title,
  siteId: 0,
  value,
  createDate: '2026-01-01 00:00:00',
})
const entry = (id: number, title: string, child: Classify[] = []): Classify => ({
  id,
  title,
  subTitle: '',
  parentId: 0,
  sort: 0,
  child,
  hasChildren: child.length > 0,
})
const many = Array.from({ length: 150 }, (_, index) => dictionary(index + 1, `字典 ${index + 1}`))

function Choosing({ kind = 'flat', first = 0 }: { kind?: DictionaryKind; first?: number }) {
  const [value, setValue] = useState(first)
  return (
    <>
      <DictionarySelect siteId={3} kind={kind} value={value} onChange={setValue} label="字典" />
      <output aria-label="chosen">{value}</output>
    </>
  )
}
const box = () => screen.findByRole('combobox', { name: '字典' })
const chosen = (): string | null => screen.getByLabelText('chosen').textContent

describe('the choice of a dictionary', () => {
  it('offers those of the site, a thousand at most, and shows some of their values [A-313]', async () => {
    const host = aHost().on('dictionary.page', () => pageOf([dictionary(7, '学历', ['本科', '硕士'])]))
    renderUi(<Choosing />, { host })
    await userEvent.click(await box())
    expect((await screen.findByRole('option')).textContent).toBe('学历编号 7 · 本科、硕士')
    await userEvent.click(screen.getByRole('option'))
    expect(chosen()).toBe('7')
    expect(await box()).toHaveProperty('value', '学历')
    expect(host.inputsOf('dictionary.page')).toEqual([{ page: 1, size: 1000, key: '', siteId: 3 }])
  })
  it('keeps what it read in session storage, for the same account and site, until the server has answered [B-359]', async () => {
    const before = pageOf([dictionary(7, '学历')])
    const after = pageOf([dictionary(7, '学历水平'), dictionary(8, '职称')])
    const asked = aHost().on('dictionary.page', () => before)
    const first = renderUi(<Choosing first={8} />, { host: asked })
    await waitFor(async () => expect(await box()).toHaveProperty('value', '编号 8（字典已不存在，请重新选择）'))
    expect(asked.inputsOf('dictionary.page')).toEqual([{ page: 1, size: 1000, key: '', siteId: 3 }])
    expect(sessionStorage.getItem('sitecraft.dictionaries')).toContain('学历')
    first.unmount()

    const late = Promise.withResolvers<void>()
    const host = aHost().on('dictionary.page', async () => {
      await late.promise
      return after
    })
    const second = renderUi(<Choosing first={8} />, { host })
    await userEvent.click(await box())
    expect((await screen.findByRole('option')).textContent).toContain('学历')
    // Whether 8 exists is not known yet.
    expect(await box()).toHaveProperty('value', '')
    late.resolve()
    await waitFor(async () => expect(await box()).toHaveProperty('value', '职称'))
    expect(screen.getAllByRole('option')).toHaveLength(2)
    second.unmount()

    const other = aHost()
      .on('session.status', () => aSession({ username: 'other' }))
      .on('dictionary.page', () => new Promise(() => undefined))
    renderUi(<Choosing />, { host: other })
    await waitFor(() => expect(other.inputsOf('dictionary.page')).toHaveLength(1))
    expect(await box()).toHaveProperty('placeholder', '正在加载字典…')
  })
  it('is found by name or number, also beyond the first hundred', async () => {
    renderUi(<Choosing />, { host: aHost().on('dictionary.page', () => pageOf(many)) })
    await userEvent.click(await box())
    await screen.findByText('还有 50 个，请输入名称查找')
    await userEvent.type(await box(), '149')
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1))
    await userEvent.click(screen.getByRole('option', { name: /字典 149/ }))
    expect(chosen()).toBe('149')
    await userEvent.clear(await box())
    await userEvent.type(await box(), '没有的')
    await screen.findByText('没有找到字典')
    expect(chosen()).toBe('149')
  })
  it('offers the tops of the multi-level ones', async () => {
    const regions = entry(1, '地区', [entry(2, '北京市'), entry(3, '天津市')])
    renderUi(<Choosing kind="multi-level" />, { host: aHost().on('classify.getTree', () => [regions]) })
    await userEvent.click(await box())
    expect((await screen.findAllByRole('option')).map((option) => option.textContent)).toEqual([
      '地区编号 1 · 北京市、天津市',
    ])
  })
  it('says that a chosen one is gone, and that there is none', async () => {
    renderUi(<Choosing first={9} />, { host: aHost().on('dictionary.page', () => pageOf([])) })
    await waitFor(async () => expect(await box()).toHaveProperty('value', '编号 9（字典已不存在，请重新选择）'))
    await userEvent.click(await box())
    await userEvent.clear(await box())
    await screen.findByText('还没有字典，请先在“数据资源”中新增')
  })
  it('offers to read again after a failure', async () => {
    const host = aHost().on('dictionary.page', () => {
      throw new AppError('no-response', '连接不上服务器')
    })
    renderUi(<Choosing />, { host })
    await screen.findByText('字典加载失败')
    host.on('dictionary.page', () => pageOf([dictionary(7, '学历')]))
    await userEvent.click(screen.getByRole('button', { name: '重试' }))
    expect(await box()).toBeTruthy()
  })
})
