import { createEvent, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { renderField, type Shown } from '#tests/setup/renderField.tsx'
import { requireValue } from '#shared/util/assertNever.ts'
import { ValueListField } from './ValueListField.tsx'

const draw = (start: string[]): Shown =>
  renderField(start, (control) => (
    <ValueListField control={control} name="value" label="字典值" itemName="字典值" max={5} />
  ))
const input = (n: number): HTMLElement => screen.getByRole('textbox', { name: `字典值 ${n}` })

/** The data of a drag, which the DOM without a browser has not. */
function aTransfer() {
  const data = new Map<string, string>()
  return {
    get types() {
      return [...data.keys()]
    },
    setData: (type: string, text: string) => void data.set(type, text),
    getData: (type: string) => data.get(type) ?? '',
  }
}

describe('the list of values', () => {
  it('begins with one empty value, adds with Enter and takes an empty one away with Backspace', async () => {
    const form = draw([])
    await userEvent.type(input(1), '甲{Enter}')
    await waitFor(() => expect(document.activeElement).toBe(input(2)))
    await userEvent.keyboard('乙')
    expect(form.value()).toEqual(['甲', '乙'])
    await userEvent.keyboard('{Backspace}{Backspace}')
    expect(form.value()).toEqual(['甲'])
    await waitFor(() => expect(document.activeElement).toBe(input(1)))
  })
  it('moves a value with the keys, the buttons and the handle', async () => {
    const form = draw(['甲', '乙', '丙'])
    await userEvent.click(input(3))
    await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
    expect(form.value()).toEqual(['甲', '丙', '乙'])
    await waitFor(() => expect(document.activeElement).toBe(input(2)))
    await userEvent.click(screen.getByRole('button', { name: '下移字典值 1' }))
    expect(form.value()).toEqual(['丙', '甲', '乙'])
    await userEvent.click(screen.getByRole('button', { name: '上移字典值 1' }))
    expect(form.value()).toEqual(['丙', '甲', '乙'])
    const rows = screen.getAllByRole('listitem')
    const [first, last] = [requireValue(rows[0], 'it is drawn'), requireValue(rows[2], 'it is drawn')]
    const dataTransfer = aTransfer()
    fireEvent.dragStart(requireValue(first.querySelector('[draggable]'), 'the handle'), { dataTransfer })
    const over = createEvent.dragOver(last, { dataTransfer })
    fireEvent(last, over)
    expect(over.defaultPrevented).toBe(true)
    fireEvent.drop(last, { dataTransfer })
    expect(form.value()).toEqual(['甲', '乙', '丙'])
  })
  it('takes a pasted list apart, up to what it may hold, and says what stayed out', async () => {
    const form = draw(['甲'])
    await userEvent.click(input(1))
    await userEvent.paste('一\t二\n三\n\n四\n五')
    expect(form.value()).toEqual(['甲', '一', '二', '三', '四'])
    expect(screen.getByText('最多 5 个，粘贴的最后 1 个未添加')).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(input(5)))
    expect(screen.getByRole('button', { name: '添加字典值' })).toHaveProperty('disabled', true)
  })
  it('pastes a single line as any input does', async () => {
    const form = draw(['甲'])
    await userEvent.click(input(1))
    await userEvent.paste('乙')
    expect(form.value()).toEqual(['甲乙'])
  })
  it('shows the error at a value, and focuses that one', async () => {
    const form = draw(['甲', '乙', '乙'])
    form.refuse('重复了', 2)
    await screen.findByText('重复了')
    expect(input(3).getAttribute('aria-invalid')).toBe('true')
    form.focus()
    await waitFor(() => expect(document.activeElement).toBe(input(3)))
  })
})
