import { useEffect } from 'react'

/** Fields by their form's control whose value is still on its way. */
const pendingByControl = new WeakMap<object, Map<string, string>>()

/** Labels of the form's fields whose value is still on its way, such as an image that is being uploaded. */
export const pendingFields = (control: object): string[] => [...(pendingByControl.get(control)?.values() ?? [])]

/** Marks a field whose value is still on its way: the form can't be saved until then. */
export function usePendingField(control: object, name: string, label: string, isLate: boolean): void {
  useEffect(() => {
    if (!isLate) return undefined
    const fields = pendingByControl.get(control) ?? new Map<string, string>()
    pendingByControl.set(control, fields.set(name, label))
    return () => {
      fields.delete(name)
    }
  }, [control, name, label, isLate])
}
