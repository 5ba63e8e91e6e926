import { fireEvent, waitFor } from '@testing-library/react'
import { requireValue } from '#shared/util/assertNever.ts'

/** What a control shows: a text, whether it is on, or what is chosen of many. */
export type Shown = string | boolean | readonly string[]
/** The values of a form's controls by their labels. */
export type Values = Readonly<Record<string, Shown>>

/** One control of a form, with the label that a user knows it by. */
export interface FormControl {
  label: string
  shown: () => Shown
  /** The nth control of a form gets another value than those before it. */
  distinct: (n: number) => Shown
  put: (value: Shown) => void | Promise<void>
}

/** The text of a label without the star of a required field. */
const textOf = (element: Element | null): string => (element?.textContent ?? '').replace(/\s*\*$/, '')
const named = (element: Element): string => {
  const ids = element.getAttribute('aria-labelledby')?.split(' ') ?? []
  // The field's; a switch has words for its state behind it.
  const label = 'labels' in element ? (element as HTMLInputElement).labels?.[0] : undefined
  return (
    element.getAttribute('aria-label') ??
    (ids.map((id) => textOf(document.getElementById(id))).join(' ') || textOf(label ?? null))
  )
}
/** A change as by typing: React listens to the setter of the element's class. */
const type = (element: Element, value: Shown): void => void fireEvent.change(element, { target: { value } })
const isDisabled = (element: Element): boolean => element.matches(':disabled, [aria-disabled="true"]')

const typed = (element: HTMLInputElement | HTMLTextAreaElement): Omit<FormControl, 'label'> => ({
  shown: () => element.value,
  distinct: (n) => {
    if (element.getAttribute('role') === 'spinbutton')
      return String(Number(element.getAttribute('aria-valuemin') ?? 0) + n)
    if (element.getAttribute('aria-haspopup') === 'dialog') return `2031-01-${String(n).padStart(2, '0')}`
    if (element.placeholder === '时:分:秒') return `07:08:${String(n).padStart(2, '0')}`
    return named(element)
  },
  put: (value) => {
    type(element, value)
    fireEvent.blur(element)
  },
})

const ticked = (element: HTMLInputElement): Omit<FormControl, 'label'> => ({
  shown: () => element.checked,
  distinct: () => !element.checked,
  put: (value) => {
    if (element.checked !== value) fireEvent.click(element)
  },
})

const radios = (group: HTMLElement): Omit<FormControl, 'label'> => {
  const all = () => [...group.querySelectorAll<HTMLInputElement>('input[type="radio"]')]
  return {
    shown: () =>
      all()
        .filter(({ checked }) => checked)
        .map(named)
        .join(),
    distinct: () =>
      named(
        requireValue(
          all().findLast((each) => !each.checked && !isDisabled(each)),
          'another choice',
        ),
      ),
    put: (value) =>
      void fireEvent.click(
        requireValue(
          all().find((each) => named(each) === value),
          `the choice ${String(value)}`,
        ),
      ),
  }
}

/** The options of an opened list, which is drawn beside the form. */
const optionsOf = (element: Element): HTMLElement[] => {
  const list = document.getElementById(element.getAttribute('aria-controls') ?? '')
  return [...(list?.querySelectorAll<HTMLElement>('[role="option"], [role="menuitemcheckbox"]') ?? [])]
}
const optionName = (option: HTMLElement): string => option.getAttribute('aria-label') ?? textOf(option)

async function choose(element: HTMLElement, name: string): Promise<void> {
  const option = (): HTMLElement => {
    const options = optionsOf(element).filter((each) => !isDisabled(each))
    const found = options.find((each) => optionName(each) === name)
    return requireValue(found, `the option “${name}” of ${named(element)}, which has ${options.map(optionName).join()}`)
  }
  if (element.getAttribute('aria-expanded') !== 'true') fireEvent.click(element)
  await waitFor(option, { timeout: 3000 })
  fireEvent.click(option())
  if (element.getAttribute('aria-expanded') === 'true') fireEvent.keyDown(element, { key: 'Escape' })
}

const list = (element: HTMLElement): Omit<FormControl, 'label'> => {
  const isMany = element instanceof HTMLInputElement && element.closest('.fui-Combobox') !== null
  return {
    shown: () => {
      if (!isMany) return element instanceof HTMLInputElement ? element.value : textOf(element)
      return [...(element.closest('.fui-Combobox')?.parentElement?.querySelectorAll('ul li') ?? [])].map(textOf)
    },
    distinct: () => requireValue<Shown>(null, `an option for ${named(element)}: name it in the test`),
    put: async (value) => {
      for (const each of [value].flat()) await choose(element, String(each))
    },
  }
}

const native = (element: HTMLSelectElement): Omit<FormControl, 'label'> => ({
  shown: () => textOf(element.selectedOptions[0] ?? null),
  distinct: () => requireValue<Shown>(null, `an option for ${named(element)}: name it in the test`),
  put: (value) =>
    type(
      element,
      requireValue(
        [...element.options].find((each) => each.text === value),
        String(value),
      ).value,
    ),
})

/** Rich text: what it shows is its text, and what is put there is pasted. */
const rich = (element: HTMLElement): Omit<FormControl, 'label'> => ({
  shown: () => textOf(element),
  distinct: () => named(element),
  put: async (value) => {
    const getData = (kind: string) => (kind === 'text/html' ? `<p>${String(value)}</p>` : '')
    fireEvent.paste(element, { clipboardData: { files: [], items: [], types: [], getData } })
    await waitFor(() => requireValue(element.textContent.includes(String(value)) || null, 'what was pasted'))
  },
})

function controlOf(element: HTMLElement): Omit<FormControl, 'label'> | null {
  const role = element.getAttribute('role')
  if (role === 'radiogroup') return radios(element)
  if (role === 'combobox' && element.getAttribute('aria-haspopup') !== 'dialog') return list(element)
  if (element.contentEditable === 'true' || element.getAttribute('contenteditable') === 'true') return rich(element)
  if (element instanceof HTMLSelectElement) return native(element)
  if (element instanceof HTMLTextAreaElement) return typed(element)
  if (!(element instanceof HTMLInputElement)) return null
  if (element.type === 'checkbox') return ticked(element)
  return element.type === 'radio' || element.type === 'file' ? null : typed(element)
}

/** Every control of a form that the user may change, in its order. Labels that stand there twice begin with their group's. */
export function controlsOf(form: HTMLElement, withDisabled = false): FormControl[] {
  const elements = [
    ...form.querySelectorAll<HTMLElement>(
      'input, textarea, [role="radiogroup"], button[role="combobox"], select, [contenteditable="true"]',
    ),
  ]
  const found = elements.flatMap((element) => {
    const control = controlOf(element)
    if (!control || (!withDisabled && isDisabled(element)) || element.getAttribute('type') === 'hidden') return []
    return [{ element, ...control, label: named(element) }]
  })
  return found.map(({ element, ...control }) => {
    const group = element.closest('[role="group"]')
    const isTwice = found.filter(({ label }) => label === control.label).length > 1
    return { ...control, label: isTwice && group ? `${named(group)}：${control.label}` : control.label }
  })
}
