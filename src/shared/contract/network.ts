import { z } from 'zod'
import { hostMutation, hostQuery } from './define.ts'
import { none } from './fields.ts'

const line = (max: number, label: string) => z.string().trim().max(max, `${label}不能超过 ${max} 个字`).default('')

/** How requests of this program leave this computer. */
export const networkForm = z
  .object({
    /** system: as the operating system, or the environment, says. */
    mode: z.enum(['system', 'direct', 'manual', 'pac']).default('system'),
    address: line(500, '代理地址'),
    script: line(2000, '脚本地址'),
    exceptions: line(4000, '例外'),
    username: line(254, '代理账号'),
    /** '' leaves the kept one as it is. */
    password: line(254, '代理密码'),
    /** Certificates of authorities that are trusted besides the system's, as PEM. */
    authorities: z.string().trim().max(500_000, '证书太大，最多 500 KB').default(''),
  })
  .superRefine((form, context) => {
    const wrong = (path: string, message: string): void => context.addIssue({ code: 'custom', path: [path], message })
    if (form.mode === 'manual' && form.address === '') wrong('address', '请输入代理地址')
    if (form.mode === 'pac' && !/^(https?|file):\/\/\S+$/i.test(form.script)) {
      wrong('script', '请输入脚本的网址，例如 http://proxy.example.com/proxy.pac')
    }
    if (form.authorities !== '' && !form.authorities.includes('-----BEGIN CERTIFICATE-----')) {
      wrong('authorities', '应为 PEM 格式，以 -----BEGIN CERTIFICATE----- 开头')
    }
  })
export type NetworkForm = z.output<typeof networkForm>

const networkFields = z.enum(['mode', 'address', 'script', 'exceptions', 'username', 'authorities'])

const networkStatus = z.object({
  form: networkForm,
  hasPassword: z.boolean(),
  /** The kept client certificate; null for none. */
  client: z.object({ subject: z.string(), issuer: z.string(), validTo: z.string() }).nullable(),
  /** false: without a keychain the password is gone when the program ends. */
  lasting: z.boolean(),
  /** Set by the administrator and not to be changed. */
  managed: z.array(networkFields),
})
export type NetworkStatus = z.output<typeof networkStatus>

export const NETWORK_STEPS = ['name', 'route', 'proxy', 'connect', 'certificate', 'server', 'signIn'] as const

/** One step on the way to the server. */
const networkStep = z.object({
  step: z.enum(NETWORK_STEPS),
  /** skipped: not needed on this way; waiting: a step before it failed. */
  state: z.enum(['good', 'warning', 'failed', 'skipped', 'waiting']),
  /** What was found. */
  text: z.string(),
  /** What to do; '' where nothing is to be done. */
  remedy: z.string(),
  milliseconds: z.number(),
})
export type NetworkStep = z.output<typeof networkStep>

export const networkOperations = {
  'network.get': hostQuery({ title: '网络设置', input: none, output: networkStatus }),
  'network.save': hostMutation({
    title: '保存网络设置',
    input: networkForm,
    output: networkStatus,
    stale: ['network.get'],
  }),
  'network.clearPassword': hostMutation({
    title: '删除代理密码',
    input: none,
    output: networkStatus,
    stale: ['network.get'],
  }),
  /** Keeps a client certificate (PKCS#12, base64) and its password; answers never hold either. */
  'network.setClient': hostMutation({
    title: '设置客户端证书',
    input: z.object({
      pfx: z
        .base64('读取不了客户端证书，请选择 .pfx 或 .p12 文件')
        .min(1, '请选择证书文件')
        .max(200_000, '证书文件太大'),
      passphrase: z.string('请输入证书密码').min(1, '请输入证书密码').max(254),
    }),
    output: networkStatus,
    stale: ['network.get'],
  }),
  'network.clearClient': hostMutation({
    title: '删除客户端证书',
    input: none,
    output: networkStatus,
    stale: ['network.get'],
  }),
  /** Goes the way to the current connection's server step by step. */
  'network.diagnose': hostMutation({
    title: '网络诊断',
    input: none,
    output: z.object({ server: z.string(), steps: z.array(networkStep) }),
  }),
}
