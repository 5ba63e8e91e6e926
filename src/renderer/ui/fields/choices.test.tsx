import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { renderField } from '#tests/setup/renderField.tsx'
import { CheckboxGroupField } from './CheckboxGroupField.tsx'
import { MultiSelectField } from './MultiSelectField.tsx'
import { RadioGroupField } from './RadioGroupField.tsx'
import { SelectField } from './SelectField.tsx'
import { SwitchField } from './SwitchField.tsx'

const LONG = '海洋科技与可持续发展研究中心'.repeat(15)
const OPTIONS = [
  { value: 0, title: '单页' },
  { value: 1, title: '列表' },
  { value: 2, title: LONG },
  { value: 3, title: '停用的', disabled: true },
]

describe('the select', () => {
  it('keeps numbers numbers, 0 too', async () => {
    const form = renderField(1, (control) => (
      <SelectField control={control} name="value" label="类型" options={OPTIONS} />
    ))
    const box = screen.getByRole('combobox', { name: '类型' })
    expect(box.textContent).toBe('列表')
    await userEvent.click(box)
    await userEvent.click(screen.getByRole('option', { name: '单页' }))
    expect(form.value()).toBe(0)
    expect(box.textContent).toBe('单页')
  })

  it('shows its error, takes the focus, and shows a long choice in full as its title', async () => {
    const form = renderField(2, (control) => (
      <SelectField control={control} name="value" label="类型" options={OPTIONS} />
    ))
    form.refuse('请选择栏目模块')
    expect(await screen.findByText('请选择栏目模块')).toBeTruthy()
    const box = screen.getByRole('combobox', { name: '类型' })
    expect(box.getAttribute('aria-invalid')).toBe('true')
    expect(box.title).toBe(LONG)
    form.focus()
    await waitFor(() => expect(document.activeElement).toBe(box))
  })

  it('can be emptied when it says what empty is', async () => {
    const form = renderField(1, (control) => (
      <SelectField control={control} name="value" label="类型" options={OPTIONS} clearTo={-1} />
    ))
    await userEvent.click(screen.getByRole('button', { name: '清空' }))
    expect(form.value()).toBe(-1)
  })
})

describe('the multiple select', () => {
  const draw = (start: number[]) =>
    renderField(start, (control) => <MultiSelectField control={control} name="value" label="站点" options={OPTIONS} />)

  it('adds what is found by typing, and takes tags away', async () => {
    const form = draw([1])
    const input = screen.getByRole('combobox', { name: '站点' })
    await userEvent.type(input, '单')
    expect(screen.queryByText(LONG)).toBeNull()
    await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: '单页' }))
    expect(form.value()).toEqual([1, 0])
    expect(input).toHaveProperty('value', '')
    await userEvent.click(screen.getByRole('button', { name: '移除 列表' }))
    expect(form.value()).toEqual([0])
  })

  it('says when nothing is found, and keeps a value that it does not know', async () => {
    const form = draw([77])
    await userEvent.type(screen.getByRole('combobox', { name: '站点' }), '没有的')
    expect(await screen.findByText('没有找到')).toBeTruthy()
    expect(screen.getByRole('button', { name: '移除 77' })).toBeTruthy()
    expect(form.value()).toEqual([77])
  })
})

describe('the checkboxes', () => {
  it('keep the order of the options and values that they do not know', async () => {
    const form = renderField([9, 1], (control) => (
      <CheckboxGroupField control={control} name="value" label="操作权限" options={OPTIONS} />
    ))
    const group = screen.getByRole('group', { name: '操作权限' })
    await userEvent.click(within(group).getByRole('checkbox', { name: '单页' }))
    expect(form.value()).toEqual([0, 1, 9])
    await userEvent.click(within(group).getByRole('checkbox', { name: '列表' }))
    expect(form.value()).toEqual([0, 9])
    expect(within(group).getByRole('checkbox', { name: '停用的' })).toHaveProperty('disabled', true)
  })

  it('show their error and take the focus', async () => {
    const form = renderField([], (control) => (
      <CheckboxGroupField control={control} name="value" label="操作权限" options={OPTIONS} />
    ))
    form.refuse('请选择权限')
    await screen.findByText('请选择权限')
    form.focus()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: '单页' })))
  })
})

describe('the radio buttons', () => {
  it('keep numbers numbers, and focus the chosen one', async () => {
    const form = renderField(1, (control) => (
      <RadioGroupField control={control} name="value" label="管理方式" options={OPTIONS} />
    ))
    form.focus()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('radio', { name: '列表' })))
    await userEvent.click(screen.getByRole('radio', { name: '单页' }))
    expect(form.value()).toBe(0)
  })

  it('can all be disabled', () => {
    renderField(1, (control) => (
      <RadioGroupField control={control} name="value" label="管理方式" options={OPTIONS} disabled />
    ))
    expect(screen.getAllByRole('radio').filter((each) => !(each as HTMLInputElement).disabled)).toEqual([])
  })
})

describe('the switch', () => {
  it('says in words how it stands', async () => {
    const form = renderField(false, (control) => (
      <SwitchField control={control} name="value" label="悼念模式" states={{ on: '开启', off: '关闭' }} />
    ))
    expect(screen.getByText('关闭')).toBeTruthy()
    await userEvent.click(screen.getByRole('switch', { name: /悼念模式/ }))
    expect(form.value()).toBe(true)
    expect(screen.getByText('开启')).toBeTruthy()
  })
})
