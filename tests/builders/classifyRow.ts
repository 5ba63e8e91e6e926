import type { Classify } from '#shared/contract/classify.ts'

/** An entry of a multi-level dictionary; entries below it get it as their parent. */
export function anEntry(id: number, title: string, changes: Partial<Classify> = {}): Classify {
  const child = (changes.child ?? []).map((entry) => ({ ...entry, parentId: id }))
  return {
    id,
    title,
    subTitle: '',
    parentId: 0,
    sort: 0,
    version: 1,
    changedBy: 'admin',
    changedAt: '2026-01-01 00:00:00',
    ...changes,
    hasChildren: child.length > 0,
    child,
  }
}
