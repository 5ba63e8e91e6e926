import { waitFor } from '@testing-library/react'

/**
 * The dialog with this title, as soon as it is there. Not by its role and name: the focus trap shows a dialog late in a DOM
 * without layout, and what is hidden has no name.
 */
export function findDialog(title: string | RegExp): Promise<HTMLElement> {
  return waitFor(() => {
    const dialogs = [...document.querySelectorAll<HTMLElement>('[role="dialog"], [role="alertdialog"]')]
    const named = dialogs.find((dialog) => {
      const label = document.getElementById(dialog.getAttribute('aria-labelledby') ?? '')?.textContent
      const name = label ?? dialog.getAttribute('aria-label') ?? ''
      return typeof title === 'string' ? name === title : title.test(name)
    })
    if (!named) throw new Error(`no dialog is called ${String(title)}`)
    return named
  })
}
