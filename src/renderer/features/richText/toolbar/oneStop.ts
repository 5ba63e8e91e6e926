const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/** A ref that makes a toolbar a single tab stop; arrow keys (wrapping), Home and End move inside it. */
export function oneStop(toolbar: HTMLElement | null): (() => void) | undefined {
  if (!toolbar) return undefined
  const items = (): HTMLElement[] => [...toolbar.querySelectorAll<HTMLElement>('button')]
  const choose = (chosen: HTMLElement | undefined): void => {
    for (const item of items()) item.tabIndex = item === chosen ? 0 : -1
  }
  const onFocus = ({ target }: FocusEvent): void => {
    const item = items().find((each) => each === target)
    if (item) choose(item)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const all = items()
    const at = all.findIndex((item) => item === event.target)
    const step = STEPS[event.key]
    const next = step ? (at + step + all.length) % all.length : { Home: 0, End: all.length - 1 }[event.key]
    if (at < 0 || next === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    all[next]?.focus()
  }
  choose(items()[0])
  toolbar.addEventListener('focusin', onFocus)
  // Captured before Fluent's menus, which would open with the arrow down; here Enter and space open them.
  toolbar.addEventListener('keydown', onKeyDown, true)
  return () => {
    toolbar.removeEventListener('focusin', onFocus)
    toolbar.removeEventListener('keydown', onKeyDown, true)
  }
}
