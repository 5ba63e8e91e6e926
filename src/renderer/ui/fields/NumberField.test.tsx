import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { renderField, type Shown } from '#tests/setup/renderField.tsx'
import { NumberField } from './NumberField.tsx'
import { numberOf, numberText } from './numberText.ts'

const input = (): HTMLElement => screen.getByRole('spinbutton', { name: '排序' })
const draw = (start: unknown, extras: { min?: number; max?: number; empty?: number | undefined } = {}): Shown =>
  renderField(start, (control) => <NumberField control={control} name="value" label="排序" {...extras} />)

describe('the number field', () => {
  it('lets only numbers in, full-width ones too, and keeps what is half typed', async () => {
    const form = draw(5)
    await userEvent.clear(input())
    await userEvent.type(input(), '-')
    expect(input()).toHaveProperty('value', '-')
    await userEvent.type(input(), '1a2.５')
    expect(input()).toHaveProperty('value', '-12.5')
    expect(form.value()).toBe(-12.5)
  })

  it('has null, or the given value, when empty, and does not bring the old number back', async () => {
    const form = draw(5)
    await userEvent.clear(input())
    await userEvent.tab()
    expect(input()).toHaveProperty('value', '')
    expect(form.value()).toBeNull()
  })

  it('has the given value for nothing', async () => {
    const form = draw(5, { empty: 0 })
    await userEvent.clear(input())
    expect(form.value()).toBe(0)
    expect(input()).toHaveProperty('value', '')
  })

  it('steps with the arrow keys inside of its range', async () => {
    const form = draw(1, { min: 0, max: 2 })
    await userEvent.type(input(), '{ArrowUp}{ArrowUp}{ArrowUp}')
    expect(form.value()).toBe(2)
    await userEvent.type(input(), '{ArrowDown}{ArrowDown}{ArrowDown}')
    expect(form.value()).toBe(0)
  })

  it('shows a number that the form puts there, and its error', async () => {
    const form = draw(1)
    await userEvent.type(input(), '2')
    form.put(7)
    expect(input()).toHaveProperty('value', '7')
    form.refuse('排序不能大于 999999999')
    expect(await screen.findByText('排序不能大于 999999999')).toBeTruthy()
    expect(input().getAttribute('aria-invalid')).toBe('true')
  })
})

describe('numbers as texts', () => {
  it('are read only when the whole text is one', () => {
    expect(['12', '-3.5', '', '-', '1-2', ' 4 '].map(numberOf)).toEqual([12, -3.5, null, null, null, 4])
  })
  it('are never written with an exponent', () => {
    expect([1e21, 0, null, Infinity].map(numberText)).toEqual(['1000000000000000000000', '0', '', ''])
  })
})
