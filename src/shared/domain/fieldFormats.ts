import { z } from 'zod'

/** Checks of single-line fields (A·§3 isEmail, isIdCard, isInteger, isTel, isUrl). All expect a non-empty text. */

const EMAIL = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z]{2,63}$/i
export const isEmail = (text: string): boolean => text.length <= 254 && EMAIL.test(text)

export const isInteger = (text: string): boolean => /^[+-]?\d{1,18}$/.test(text)

const MOBILE = /^(?:\+?86[- ]?)?1[3-9]\d{9}$/
/** Area code, number and extension, with common brackets and hyphens. */
const LANDLINE = /^(?:\+?86[- ]?)?(?:\(0\d{2,3}\)|（0\d{2,3}）|0\d{2,3})[- ]?[2-9]\d{6,7}(?:(?:-|转)\d{1,6})?$/
const SERVICE = /^[48]00-?\d{3}-?\d{4}$|^[48]00-?\d{4}-?\d{3}$|^(?:95|96|12|10)\d{3,5}$/
const ABROAD = /^\+(?!86)\d[\d -]{5,18}\d$/
/** Mobile, landline and service numbers of mainland China, and foreign numbers that begin with +. */
export const isTel = (text: string): boolean => [MOBILE, LANDLINE, SERVICE, ABROAD].some((form) => form.test(text))

const url = z.url({ protocol: /^https?$/ })
export const isUrl = (text: string): boolean => /^https?:\/\/[^\s/]\S*$/i.test(text) && url.safeParse(text).success

const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const CHECKS = '10X98765432'
/** GB 11643: eighteen characters with a date of birth and a check character. */
export function isIdCard(text: string): boolean {
  if (!/^[1-9]\d{16}[\dXx]$/.test(text)) return false
  const born = `${text.slice(6, 10)}-${text.slice(10, 12)}-${text.slice(12, 14)}`
  if (!isDay(born) || born < '1850-01-01') return false
  const sum = WEIGHTS.reduce((total, weight, at) => total + weight * Number(text[at]), 0)
  return CHECKS[sum % 11] === text[17]?.toUpperCase()
}

/** `yyyy-MM-dd`, an existing date. */
export function isDay(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []
  if (!year || !month || !day) return false
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  return date.getUTCMonth() + 1 === Number(month) && date.getUTCDate() === Number(day)
}

/** `yyyy-MM-dd HH:mm:ss`; the seconds are optional. */
export function isDayTime(text: string): boolean {
  return isDay(text.slice(0, 10)) && /^ (?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?$/.test(text.slice(10))
}
