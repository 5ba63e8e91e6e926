import { formatDateTime } from '#shared/util/dates.ts'

/** Whether the due date (`yyyy-MM-dd HH:mm:ss`; '' for none) has passed. */
export const isOverdue = (dueDate: string, now = Date.now()): boolean => dueDate !== '' && dueDate < formatDateTime(now)
