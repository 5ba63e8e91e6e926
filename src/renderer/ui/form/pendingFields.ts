import { useEffect } from 'react'

/** Fields with a pending value, by their form's control. */
const pendingByControl = new WeakMap<object, Map<string, string>>()

/** Labels of the form's fields with a pending value, such as an image that is being uploaded. */
export const pendingFields = (control: object): string[] => [...(pendingByControl.get(control)?.values() ?? [])]

/** Marks a field as pending: the form can't be saved meanwhile. */
export function usePendingField(control: object, name: string, label: string, isPending: boolean): void {
  useEffect(() => {
    if (!isPending) return undefined
    const fields = pendingByControl.get(control) ?? new Map<string, string>()
    pendingByControl.set(control, fields.set(name, label))
    return () => {
      fields.delete(name)
    }
  }, [control, name, label, isPending])
}
