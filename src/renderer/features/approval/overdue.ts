import { formatDateTime } from '#shared/util/dates.ts'

/** Has the due date (`yyyy-MM-dd HH:mm:ss`; '' for none) passed? */
export const isOverdue = (dueDate: string, now = Date.now()): boolean => dueDate !== '' && dueDate < formatDateTime(now)
