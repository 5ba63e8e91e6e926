import { formatDateTime } from '#shared/util/dates.ts'

/** Is a due date, `yyyy-MM-dd HH:mm:ss` or '' for none, over? */
export const isOverdue = (dueDate: string, now = Date.now()): boolean => dueDate !== '' && dueDate < formatDateTime(now)
