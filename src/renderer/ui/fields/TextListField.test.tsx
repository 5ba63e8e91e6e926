import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { renderField, type Shown } from '#tests/setup/renderField.tsx'
import { TextListField } from './TextListField.tsx'

const draw = (start: string[], disabled = false): Shown =>
  renderField(start, (control) => (
    <TextListField control={control} name="value" label="域名" max={3} disabled={disabled} />
  ))
const input = (n: number): HTMLElement => screen.getByRole('textbox', { name: `域名 ${n}` })

describe('the list of texts', () => {
  it('starts with one empty input', async () => {
    const form = draw([])
    await userEvent.type(input(1), 'a.com')
    expect(form.value()).toEqual(['a.com'])
  })

  it('adds with Enter below and goes there, and takes an empty one away with Backspace', async () => {
    const form = draw(['a', 'c'])
    await userEvent.type(input(1), '{Enter}')
    await waitFor(() => expect(document.activeElement).toBe(input(2)))
    await userEvent.keyboard('b')
    expect(form.value()).toEqual(['a', 'b', 'c'])
    await userEvent.keyboard('{Backspace}{Backspace}')
    expect(form.value()).toEqual(['a', 'c'])
    await waitFor(() => expect(document.activeElement).toBe(input(1)))
  })

  it('has no more than it may have', async () => {
    const form = draw(['a', 'b'])
    await userEvent.click(screen.getByRole('button', { name: '添加域名' }))
    expect(form.value()).toEqual(['a', 'b', ''])
    expect(screen.getByRole('button', { name: '添加域名' })).toHaveProperty('disabled', true)
    await userEvent.type(input(1), '{Enter}')
    expect(form.value()).toEqual(['a', 'b', ''])
  })

  it('empties the last one instead of removing it', async () => {
    const form = draw(['a'])
    await userEvent.click(screen.getByRole('button', { name: '移除域名 1' }))
    expect(form.value()).toEqual([''])
  })

  it('shows the error at the entry, and focuses that one', async () => {
    const form = draw(['a', '', 'c'])
    form.refuse('域名不能为空', 1)
    await screen.findByText('域名不能为空')
    expect(input(2).getAttribute('aria-invalid')).toBe('true')
    expect(input(1).getAttribute('aria-invalid')).toBe('false')
    form.focus()
    await waitFor(() => expect(document.activeElement).toBe(input(2)))
  })

  it('can be disabled', () => {
    draw(['a'], true)
    expect(input(1)).toHaveProperty('disabled', true)
    expect(screen.getByRole('button', { name: '移除域名 1' })).toHaveProperty('disabled', true)
  })
})
