import type { Label } from '#shared/contract/label.ts'

/** A label of the site 1. */
export const aLabel = (id: number, title: string, changes: Partial<Label> = {}): Label => ({
  id,
  title,
  classId: 1,
  className: '类型',
  siteId: 1,
  ...changes,
})
