import type { ChosenField } from '../draft/draft.ts'

const RULES = [
  { flag: 'isEmail', test: /^[^\s@]+@[^\s@]+\.[^\s@]+$/, name: '邮箱' },
  { flag: 'isTel', test: /^[\d+() -]{5,20}$/, name: '电话' },
  { flag: 'isUrl', test: /^(https?:\/\/|\/)\S+$/, name: '网址' },
  { flag: 'isIdCard', test: /^\d{17}[\dXx]$/, name: '身份证号' },
  { flag: 'isInteger', test: /^-?\d+$/, name: '整数' },
] as const

/** Says that a default value will not pass the field's own check when content is saved; '' when it will. */
export function formatProblem(field: ChosenField): string {
  if (field.fieldType !== 'SingleLine' || field.defaultValue === '') return ''
  const broken = RULES.filter(({ flag, test }) => field[flag] && !test.test(field.defaultValue))
  return broken.length > 0 ? `默认值不是正确的${broken.map(({ name }) => name).join('、')}，保存内容时会通不过校验` : ''
}
