/** Characters of a text message that is one by itself, and of each part of a longer one. */
const ALONE = 70
const PART = 67

/** How many messages a text counts as: up to 70 characters one, beyond that 67 characters each. */
export function smsCount(text: string): number {
  const length = text.length
  return length <= ALONE ? (length === 0 ? 0 : 1) : Math.ceil(length / PART)
}

/** `${name}` of Aliyun, `{1}` of Tencent. */
const VARIABLE = /\$\{\s*([\w一-鿿]{1,64})\s*\}|\{\s*(\d{1,2})\s*\}/g

/** The names of a template's variables, each once, in the order in which the provider takes them. */
export function smsVariables(content: string): string[] {
  const names = [...new Set([...content.matchAll(VARIABLE)].map(([, name, number]) => name ?? number ?? ''))]
  return names.every((name) => /^\d+$/.test(name)) ? names.toSorted((a, b) => Number(a) - Number(b)) : names
}

/** Stands in a value for the recipient's own name. */
export const NAME_MARK = '{姓名}'

/** A variable's value for one recipient. */
export const smsValue = (value: string, name: string): string => value.replaceAll(NAME_MARK, name || '您')

/** The text as the recipient reads it, with the signature that the provider puts before it. */
export function smsText(content: string, signName: string, values: Readonly<Record<string, string>>): string {
  const text = content.replace(VARIABLE, (_whole, name?: string, number?: string) => values[name ?? number ?? ''] ?? '')
  return signName ? `【${signName}】${text}` : text
}
