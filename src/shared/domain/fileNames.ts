const FORBIDDEN_CHARACTER = /[<>:"|?*\\/]/
const CONTROL = /\p{Cc}/u
/**
 * Invisible and direction-changing characters, which make a name look like another. Joiners are allowed: some scripts
 * need them.
 */
const HIDDEN = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/u
const DEVICE = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i
const MAX_BYTES = 255

/** Whether Windows reserves the name for a device, whatever its extension. */
export const isReservedDeviceName = (name: string): boolean => DEVICE.test(name)

/** Bytes of a well-formed text in UTF-8, which file systems limit. */
const byteLength = (text: string): number => encodeURIComponent(text).replace(/%../g, '-').length

/**
 * Why a name is invalid for a file or folder on some system, in Chinese and with the name; null if it is valid.
 * Templates are synced to Windows, so names that Windows forbids are refused everywhere (sync-rules.md S34).
 */
export function fileNameProblem(name: string): string | null {
  if (name.trim() === '') return '请输入名称'
  const subject = `名称“${name}”`
  if (name === '.' || name === '..') return `${subject}不能使用，请换一个名称`
  if (CONTROL.test(name) || !name.isWellFormed()) return `${subject}含有看不见的控制字符，请重新输入`
  if (HIDDEN.test(name))
    return `名称“${name.replace(new RegExp(HIDDEN, 'gu'), '�')}”含有看不见的字符或文字方向字符，请重新输入`
  const bad = FORBIDDEN_CHARACTER.exec(name)?.[0]
  if (bad) return `${subject}不能包含字符 ${bad} ，请换一个名称`
  if (/[. ]$/.test(name)) return `${subject}不能以点或空格结尾（Windows 不支持），请换一个名称`
  if (name.startsWith(' ')) return `${subject}不能以空格开头，请换一个名称`
  if (isReservedDeviceName(name)) return `${subject}是 Windows 的保留名称，请换一个名称`
  if (byteLength(name) > MAX_BYTES) return `${subject}不能超过 ${MAX_BYTES} 个字节，请缩短`
  return null
}

/** Names with the same key are one file on Windows or macOS: NFC (S32), case ignored (S33). */
export const nameKey = (name: string): string => name.normalize('NFC').toLowerCase()

/** The extension in lower case, without the dot; empty if there is none. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : ''
}
