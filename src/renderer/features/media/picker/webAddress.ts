import { UPLOAD_RULES, type UploadKind } from '#shared/contract/upload.ts'
import { KIND_LABELS } from '#renderer/features/media/kindLabels.ts'
import { type ChosenFile, nameOf } from './items.ts'

const MAX_LENGTH = 2000

/** The result of checking a typed web address: accepted, or refused with the reason. */
type Checked = { chosen: ChosenFile; doubt: string } | { problem: string }

/**
 * Checks a typed address: http and https only; it is not fetched. `doubt` warns that its extension is not one of the
 * kind's.
 */
export function checkAddress(typed: string, kind: UploadKind): Checked {
  const text = typed.trim()
  if (text === '') return { problem: '请输入网络地址' }
  if (/\s/.test(text)) return { problem: '网络地址不能包含空格' }
  if (text.length > MAX_LENGTH) return { problem: `网络地址不能超过 ${MAX_LENGTH} 个字` }
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^https?:\/\//i.test(text)) return { problem: '请输入完整的网络地址，以 http:// 或 https:// 开头' }
  if (url.username || url.password) return { problem: '网络地址不能包含账号或密码' }
  const { extensions } = UPLOAD_RULES[kind]
  const ending = /\.([a-z0-9]{1,5})$/i.exec(url.pathname)?.[1]?.toLowerCase()
  const fits = ending !== undefined && (extensions.includes(ending) || ending === 'webp' || ending === 'svg')
  const doubt = fits ? '' : `地址的扩展名不是 ${extensions.join('、')}，请确认该地址是${KIND_LABELS[kind]}的地址`
  return { chosen: { src: text, name: nameOf(text) }, doubt }
}
