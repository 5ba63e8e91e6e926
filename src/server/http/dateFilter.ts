import { AppError } from '#shared/errors/index.ts'
import { isDay } from '#shared/domain/fieldFormats.ts'

/**
 * The first epoch ms of a filter's text, in the server's time zone as lists show times: a day (`yyyy-MM-dd`) or a time;
 * undefined for an empty one.
 * @throws AppError `invalid` for a day that does not exist
 */
export const parseRangeStart = (text: string): number | undefined => parseTime(text, ' 00:00:00.000')

/** The last epoch ms of a filter's text. */
export const parseRangeEnd = (text: string): number | undefined => parseTime(text, ' 23:59:59.999')

/** `rest` supplies the missing end of the text. */
function parseTime(text: string, rest: string): number | undefined {
  if (text === '') return undefined
  const time = new Date(`${text}${rest.slice(text.length - 10)}`.replace(' ', 'T')).getTime()
  if (Number.isNaN(time) || !isDay(text.slice(0, 10))) throw new AppError('invalid', `日期 ${text} 不存在，请重新选择`)
  return time
}
