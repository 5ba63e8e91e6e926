/** Maximum length of a single text message, and of each segment of a longer one. */
const MAX_SINGLE_CHARS = 70
const MAX_SEGMENT_CHARS = 67

/** Number of segments of a text: one for up to 70 characters, beyond that one per 67 characters. */
export function countSmsSegments(text: string): number {
  const length = text.length
  return length <= MAX_SINGLE_CHARS ? (length === 0 ? 0 : 1) : Math.ceil(length / MAX_SEGMENT_CHARS)
}

/** `${name}` of Aliyun, `{1}` of Tencent. */
const VARIABLE = /\$\{\s*([\w一-鿿]{1,64})\s*\}|\{\s*(\d{1,2})\s*\}/g

/** The distinct variable names of a template, in the provider's order. */
export function smsVariables(content: string): string[] {
  const names = [...new Set([...content.matchAll(VARIABLE)].map(([, name, number]) => name ?? number ?? ''))]
  return names.every((name) => /^\d+$/.test(name)) ? names.toSorted((a, b) => Number(a) - Number(b)) : names
}

/** Placeholder for the recipient's name in a value. */
export const NAME_PLACEHOLDER = '{姓名}'

/** The value of a variable for one recipient. */
export const smsValue = (value: string, name: string): string => value.replaceAll(NAME_PLACEHOLDER, name || '您')

/** The text that the recipient gets, with the provider's signature prefix. */
export function smsText(content: string, signName: string, values: Readonly<Record<string, string>>): string {
  const text = content.replace(VARIABLE, (_whole, name?: string, number?: string) => values[name ?? number ?? ''] ?? '')
  return signName ? `【${signName}】${text}` : text
}
