/** Rules for a new password; 0 and false require nothing. */
interface PasswordRules {
  minLength: number
  /** Required number of character classes: lower case, upper case, digits, others. */
  minClasses: number
  refuseCommon: boolean
}

const CLASSES = [/\p{Ll}/u, /\p{Lu}/u, /\p{Nd}/u, /[^\p{Ll}\p{Lu}\p{Nd}]/u]

/**
 * Passwords that attackers try first, reduced to lower case, without look-alike characters and appended digits or
 * symbols.
 */
const COMMON: ReadonlySet<string> = new Set(
  `password passwort pass passwd admin administrator root toor guest user test demo system manager master super superman
  login welcome hello letmein changeme default secret private access qwerty qwertyuiop qwert asdf asdfgh asdfghjkl zxcvbn
  zxcvbnm qazwsx qazwsxedc wsxedc iloveyou love princess dragon monkey sunshine shadow football baseball batman trustno
  abc abcd abcde abcdef abcabc aaa sitecraft website webmaster woaini woaiwojia wodemima mima nihao nihaoma zhongguo
  china beijing shanghai guangzhou shenzhen baidu taobao alipay weixin wechat qq taiyang meinv laopo laogong baobao
  guanliyuan ceshi yonghu zhanjiang kaifa server oracle mysql postgres redis cisco huawei lenovo computer internet
  summer winter spring autumn office company database backup public temp temppass`.split(/\s+/),
)
const SEQUENCES = [
  '01234567890',
  '09876543210',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1qaz2wsx3edc4rfv',
  '1q2w3e4r5t6y7u8i9o0p',
  '147258369',
  '159357',
]
const LOOK_ALIKES: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/** Whether the password is among the first guesses, or little more than the user name. */
export function isCommonPassword(password: string, username: string): boolean {
  const lower = password.toLowerCase()
  if (new Set(lower).size < 4) return true
  const name = username.toLowerCase()
  if (name.length >= 3 && lower.includes(name)) return true
  if (SEQUENCES.some((sequence) => sequence.includes(lower))) return true
  const base = lower.replace(/[^\p{L}]+$/u, '').replace(/^[^\p{L}]+/u, '')
  const plain = [...lower].map((letter) => LOOK_ALIKES[letter] ?? letter).join('')
  const plainBase = [...base].map((letter) => LOOK_ALIKES[letter] ?? letter).join('')
  return [lower, base, plain, plainBase].some((text) => COMMON.has(text)) || /^\d{1,8}$/.test(lower)
}

/** Why a new password is refused, with the remedy; null if it is accepted. */
export function passwordProblem(rules: PasswordRules, password: string, username: string): string | null {
  const { minLength, minClasses, refuseCommon } = rules
  if ([...password].length < minLength) return `密码不能少于 ${minLength} 个字符，请换一个更长的密码`
  if (CLASSES.filter((pattern) => pattern.test(password)).length < minClasses)
    return minClasses === 4
      ? '密码要同时包含大写字母、小写字母、数字和符号'
      : `密码要包含大写字母、小写字母、数字、符号中的至少 ${minClasses} 种`
  if (refuseCommon && isCommonPassword(password, username)) return '密码太常见或包含账号名，容易被猜到，请换一个密码'
  return null
}
