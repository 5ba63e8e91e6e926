import { z } from 'zod'

/** A setting that an administrator can enforce; each is declared once, in POLICIES. */
interface PolicyDeclaration<T extends z.ZodType> {
  /** Format in the registry, in a property list or JSON, and in the forms of 域策略. */
  kind: 'text' | 'list' | 'flag' | 'number' | 'choice'
  schema: T
  zh: { title: string; text: string }
  en: { title: string; text: string }
  /** An example value. */
  example: string | number | boolean | readonly string[]
  /** choice: its values with their titles. */
  choices?: readonly { value: string; zh: string; en: string }[]
  /** number: the limits of the form. */
  range?: readonly [number, number]
}

const declare = <T extends z.ZodType>(declared: PolicyDeclaration<T>): PolicyDeclaration<T> => declared

/** The registry has only 0 and 1; texts may use 1/0 or true/false. */
const flag = z.preprocess((value) => {
  const text = String(value).toLowerCase()
  return ['1', 'true'].includes(text) ? true : ['0', 'false'].includes(text) ? false : value
}, z.boolean('应为 true 或 false（注册表中为 1 或 0）'))

const number = (max: number) => {
  const message = `应为 1 到 ${max} 的整数`
  return z.preprocess(
    (value) => (typeof value === 'string' && /^\d+$/.test(value.trim()) ? Number(value) : value),
    z.number(message).int(message).min(1, message).max(max, message),
  )
}

const line = z.string('应为文字').trim().min(1, '不能为空').max(2000, '不能超过 2000 个字')

/** `总部|https://cms.example.com`, or only the address. */
const policyServer = line.transform((text, context) => {
  const [first = '', second = ''] = text.split('|').map((part) => part.trim())
  const [name, url] = second === '' ? ['', first] : [first, second]
  if (!/^https?:\/\/[^\s/@]+/i.test(url) || !URL.canParse(url)) {
    context.addIssue({ code: 'custom', message: '应为 https://主机 或 名称|https://主机' })
    return z.NEVER
  }
  return { name: name === '' ? new URL(url).host : name, url: url.replace(/\/+$/, '') }
})

const folder = line.refine((text) => /^(~|\/|[a-z]:[\\/]|\\\\|%\w+%)/i.test(text), '应为完整的路径，可以用 ~ 开头')

export const POLICIES = {
  Servers: declare({
    kind: 'list',
    schema: z.array(policyServer),
    zh: { title: '服务器', text: '程序中预设的服务器，每行一个：名称|地址。用户不能修改或删除。' },
    en: {
      title: 'Servers',
      text: 'Preset servers, one per line: name|address. Users cannot change or remove them.',
    },
    example: ['总部|https://cms.example.com'],
  }),
  ServersLocked: declare({
    kind: 'flag',
    schema: flag,
    zh: { title: '只能使用预设的服务器', text: '用户不能添加或使用其他服务器。' },
    en: { title: 'Only preset servers', text: 'Users cannot add or use other servers.' },
    example: true,
  }),
  BuiltinServer: declare({
    kind: 'flag',
    schema: flag,
    zh: { title: '内置服务器', text: '关闭后，本机的内置服务器不能启动。' },
    en: { title: 'Built-in server', text: 'When off, the built-in server of this computer cannot be started.' },
    example: false,
  }),
  Updates: declare({
    kind: 'choice',
    schema: z.enum(['on', 'off'], '应为 on 或 off'),
    zh: { title: '更新', text: '由程序自己更新，还是由管理员分发。' },
    en: { title: 'Updates', text: 'Whether the program updates itself, or administrators distribute it.' },
    example: 'off',
    choices: [
      { value: 'on', zh: '自动更新', en: 'Update automatically' },
      { value: 'off', zh: '不更新', en: 'Never update' },
    ],
  }),
  UpdateAddress: declare({
    kind: 'text',
    schema: line.refine((text) => /^https?:\/\/\S+$/i.test(text), '应为 http:// 或 https:// 开头的地址'),
    zh: { title: '更新地址', text: '获取更新的地址。' },
    en: { title: 'Update address', text: 'Address from which updates are downloaded.' },
    example: 'https://updates.example.com/sitecraft/',
  }),
  SyncFolders: declare({
    kind: 'list',
    schema: z.array(folder),
    zh: { title: '允许同步的文件夹', text: '工作区只能放在这些文件夹中，每行一个，~ 表示用户的主文件夹。' },
    en: {
      title: 'Folders for synchronisation',
      text: 'Workspaces are only allowed in these folders, one per line; ~ is the home folder.',
    },
    example: ['~/站匠'],
  }),
  UploadLimitKbps: declare({
    kind: 'number',
    schema: number(10_000_000),
    zh: { title: '上传限速（KB/s）', text: '所有上传合计每秒最多发送的量。' },
    en: { title: 'Upload rate (KB/s)', text: 'Maximum rate of all uploads together.' },
    example: 2048,
    range: [1, 10_000_000],
  }),
  UploadMaxFileMb: declare({
    kind: 'number',
    schema: number(1_000_000),
    zh: { title: '单个文件的上限（MB）', text: '更大的文件不能上传。' },
    en: { title: 'Largest file (MB)', text: 'Larger files cannot be uploaded.' },
    example: 500,
    range: [1, 1_000_000],
  }),
  KeepSignIn: declare({
    kind: 'flag',
    schema: flag,
    zh: { title: '保持登录', text: '关闭后，每次启动程序都需要重新登录。' },
    en: { title: 'Stay signed in', text: 'When off, users must sign in again after each start.' },
    example: false,
  }),
  KeepInTray: declare({
    kind: 'flag',
    schema: flag,
    zh: { title: '关闭窗口后继续运行', text: '关闭窗口后程序留在系统托盘，同步继续进行。' },
    en: { title: 'Keep running without a window', text: 'Closing the window keeps the program running in the tray.' },
    example: true,
  }),
  StartWithSystem: declare({
    kind: 'flag',
    schema: flag,
    zh: { title: '登录系统时启动', text: '用户登录电脑时程序在后台启动，不显示窗口。' },
    en: { title: 'Start with the system', text: 'The program starts without a window when the user signs in.' },
    example: true,
  }),
  ProxyMode: declare({
    kind: 'choice',
    schema: z.enum(['system', 'direct', 'manual', 'pac'], '应为 system、direct、manual 或 pac'),
    zh: { title: '代理', text: '程序连接服务器时使用的代理。' },
    en: { title: 'Proxy', text: 'Proxy for connections to servers.' },
    example: 'system',
    choices: [
      { value: 'system', zh: '跟随系统', en: 'Same as the system' },
      { value: 'direct', zh: '不使用代理', en: 'None' },
      { value: 'manual', zh: '使用代理地址', en: 'The proxy address' },
      { value: 'pac', zh: '使用自动代理脚本', en: 'The PAC script' },
    ],
  }),
  ProxyAddress: declare({
    kind: 'text',
    schema: line.refine((text) => /^(https?:\/\/)?[^\s/@]+(:\d+)?\/?$/i.test(text), '应为 http://主机:端口'),
    zh: { title: '代理地址', text: '代理选择“使用代理地址”时有效。' },
    en: { title: 'Proxy address', text: 'Used when the proxy is set to its address.' },
    example: 'http://proxy.example.com:8080',
  }),
  ProxyScript: declare({
    kind: 'text',
    schema: line.refine(
      (text) => /^(https?|file):\/\/\S+$/i.test(text),
      '应为 http://、https:// 或 file:// 开头的地址',
    ),
    zh: { title: '自动代理脚本', text: '代理选择“使用自动代理脚本”时有效。' },
    en: { title: 'PAC script', text: 'Used when the proxy is set to its script.' },
    example: 'http://proxy.example.com/proxy.pac',
  }),
  ProxyExceptions: declare({
    kind: 'text',
    schema: line,
    zh: { title: '代理的例外', text: '这些服务器不经过代理，用逗号分隔。' },
    en: { title: 'Proxy exceptions', text: 'Servers to connect to without the proxy, separated by commas.' },
    example: '*.example.com,10.0.0.0/8,<local>',
  }),
} as const

export type PolicyName = keyof typeof POLICIES
export const POLICY_NAMES = Object.keys(POLICIES) as PolicyName[]
export type Policies = { readonly [N in PolicyName]?: z.output<(typeof POLICIES)[N]['schema']> }

/** Policies of one source; sources are ordered by precedence, highest first. */
export interface PolicySource {
  /** Display name: a file, a registry key. */
  origin: string
  values: Readonly<Record<string, unknown>>
}

export interface PolicyReport {
  policies: Policies
  /** Policies in force with their original values and sources. */
  set: { name: PolicyName; value: string; origin: string }[]
  /** Ignored values with the reason. */
  problems: { name: string; origin: string; text: string }[]
}

/**
 * Reads policies value by value: invalid values and invalid lines of a list are reported and left out; the first source
 * of a policy wins.
 */
export function readPolicies(sources: readonly PolicySource[]): PolicyReport {
  const policies: Record<string, unknown> = {}
  const set: PolicyReport['set'] = []
  const problems: PolicyReport['problems'] = []
  for (const { origin, values } of sources) {
    for (const [name, raw] of Object.entries(values)) {
      const known = POLICY_NAMES.find((each) => each === name)
      if (!known) {
        problems.push({ name, origin, text: '未知的策略名称' })
        continue
      }
      const read = readOne(known, raw)
      problems.push(...read.problems.map((text) => ({ name, origin, text })))
      if (read.value === undefined || name in policies) continue
      policies[name] = read.value
      set.push({ name: known, value: read.shown, origin })
    }
  }
  return { policies, set, problems }
}

function readOne(name: PolicyName, raw: unknown): { value?: unknown; shown: string; problems: string[] } {
  const { schema, kind } = POLICIES[name]
  if (kind !== 'list') {
    const parsed = schema.safeParse(raw)
    if (parsed.success) return { value: parsed.data, shown: shorten(parsed.data), problems: [] }
    return { shown: '', problems: [`“${shorten(raw)}”：${messageOf(parsed.error)}`] }
  }
  const lines: unknown[] | null = Array.isArray(raw) ? raw : typeof raw === 'string' ? raw.split(/\r?\n/) : null
  if (!lines) return { shown: '', problems: [`“${shorten(raw)}”：应为一列文字`] }
  const good: unknown[] = []
  const shown: string[] = []
  const problems: string[] = []
  for (const [index, each] of lines.entries()) {
    const parsed = schema.safeParse([each])
    if (parsed.success) {
      good.push(...(parsed.data as unknown[]))
      shown.push(String(each))
    } else problems.push(`第 ${index + 1} 行“${shorten(each)}”：${messageOf(parsed.error)}`)
  }
  // A list without valid lines counts as not set: an empty list of folders would allow none.
  return good.length > 0 ? { value: good, shown: shown.join('；'), problems } : { shown: '', problems }
}

const messageOf = (error: z.ZodError): string => error.issues[0]?.message ?? '无效'

const shorten = (raw: unknown): string => (typeof raw === 'string' ? raw : (JSON.stringify(raw) ?? '')).slice(0, 80)
