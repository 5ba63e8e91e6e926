import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { renderField, type Shown } from '#tests/setup/renderField.tsx'
import { DateRangeField } from './DateRange.tsx'
import { dayOf, dayText, rangeOf } from './dates.ts'

const NOVEMBER = { start: '2026-11-01 00:00:00', end: '2026-11-21 23:59:59' }
const draw = (start: unknown): Shown =>
  renderField(start, (control) => <DateRangeField control={control} name="value" label="日期" />)
const day = (name: string): HTMLElement => screen.getByRole('combobox', { name })
const type = (name: string, text: string): void => {
  fireEvent.change(day(name), { target: { value: text } })
  fireEvent.blur(day(name))
}

afterEach(() => void vi.useRealTimers())

describe('the range of days', () => {
  it('takes typed days, shows them as yyyy-MM-dd, and extends the end to 23:59:59 [B-414] [B-418]', async () => {
    const form = draw(undefined)
    type('开始日期', '2026年11月1日')
    type('结束日期', '20261121')
    expect(form.value()).toEqual(NOVEMBER)
    expect(day('开始日期')).toHaveProperty('value', '2026-11-01')
    expect(day('结束日期')).toHaveProperty('value', '2026-11-21')
  })

  it('never ends before it starts: the other end moves along', async () => {
    const form = draw(NOVEMBER)
    type('结束日期', '2026-10-05')
    expect(form.value()).toEqual({ start: '2026-10-05 00:00:00', end: '2026-10-05 23:59:59' })
    type('开始日期', '2026-12-01')
    expect(form.value()).toEqual({ start: '2026-12-01 00:00:00', end: '2026-12-01 23:59:59' })
  })

  it('offers the ranges that are asked for most, up to the end of today', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 2, 3, 15, 0) })
    const form = draw(undefined)
    const seen: unknown[] = []
    for (const title of ['今天', '近 7 天', '近 30 天', '本月']) {
      await userEvent.click(screen.getByRole('button', { name: '快捷选择日期' }))
      await userEvent.click(await screen.findByRole('menuitem', { name: title }))
      seen.push(form.value())
    }
    const end = '2026-03-03 23:59:59'
    expect(seen).toEqual([
      { start: '2026-03-03 00:00:00', end },
      { start: '2026-02-25 00:00:00', end },
      { start: '2026-02-02 00:00:00', end },
      { start: '2026-03-01 00:00:00', end },
    ])
  })

  it('can be emptied, and shows an error', async () => {
    const form = draw(NOVEMBER)
    form.refuse('请选择日期')
    await screen.findByText('请选择日期')
    await userEvent.click(screen.getByRole('button', { name: '清空日期' }))
    expect(form.value()).toEqual({ start: '', end: '' })
  })
})

describe('days as texts', () => {
  it('are read in the usual shapes, and only when the day exists', () => {
    const texts = [
      '2026-1-5',
      '2026/01/05',
      '2026.1.5',
      '2026年1月5日',
      '20260105',
      '2026-01-05 10:00:00',
      '２０２６-1-5',
    ]
    expect(texts.map((text) => dayText(dayOf(text)))).toEqual(texts.map(() => '2026-01-05'))
    expect(['2026-02-31', '明天', '', '2026-13-01'].map(dayOf)).toEqual([null, null, null, null])
  })
  it('leave an open end open', () => {
    expect(rangeOf(null, new Date(2026, 0, 5))).toEqual({ start: '', end: '2026-01-05 23:59:59' })
  })
})
