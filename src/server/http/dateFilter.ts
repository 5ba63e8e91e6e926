import { AppError } from '#shared/errors/index.ts'
import { isDay } from '#shared/domain/fieldFormats.ts'

/**
 * The first millisecond that a filter's text means, in the server's zone as lists show times: a day (`yyyy-MM-dd`) or a
 * time of it; undefined for an empty one. AppError `invalid` for a day that is in no calendar.
 */
export const firstMoment = (text: string): number | undefined => moment(text, ' 00:00:00.000')

/** The last millisecond that it means. */
export const lastMoment = (text: string): number | undefined => moment(text, ' 23:59:59.999')

/** What the text leaves out is taken from `rest`. */
function moment(text: string, rest: string): number | undefined {
  if (text === '') return undefined
  const time = new Date(`${text}${rest.slice(text.length - 10)}`.replace(' ', 'T')).getTime()
  if (Number.isNaN(time) || !isDay(text.slice(0, 10))) throw new AppError('invalid', `日期 ${text} 不存在，请重新选择`)
  return time
}
