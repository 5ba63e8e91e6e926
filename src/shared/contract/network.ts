import { z } from 'zod'
import { hostMutation, hostQuery } from './define.ts'
import { none } from './fields.ts'

const line = (max: number, label: string) => z.string().trim().max(max, `${label}不能超过 ${max} 个字`).default('')

/** Network settings of the program's requests. */
export const networkForm = z
  .object({
    /** system: the settings of the operating system or the environment. */
    mode: z.enum(['system', 'direct', 'manual', 'pac']).default('system'),
    address: line(500, '代理地址'),
    script: line(2000, '脚本地址'),
    exceptions: line(4000, '例外'),
    username: line(254, '代理账号'),
    /** '' keeps the stored password. */
    password: line(254, '代理密码'),
    /** Additional trusted certificate authorities, as PEM. */
    authorities: z.string().trim().max(500_000, '证书内容不能超过 500 KB，请删除不需要的证书').default(''),
  })
  .superRefine((form, context) => {
    const report = (path: string, message: string): void => context.addIssue({ code: 'custom', path: [path], message })
    if (form.mode === 'manual' && form.address === '') report('address', '请输入代理地址')
    if (form.mode === 'pac' && !/^(https?|file):\/\/\S+$/i.test(form.script)) {
      report('script', '请输入脚本的网址，例如 http://proxy.example.com/proxy.pac')
    }
    if (form.authorities !== '' && !form.authorities.includes('-----BEGIN CERTIFICATE-----')) {
      report('authorities', '应为 PEM 格式，以 -----BEGIN CERTIFICATE----- 开头')
    }
  })
export type NetworkForm = z.output<typeof networkForm>

const networkFields = z.enum(['mode', 'address', 'script', 'exceptions', 'username', 'authorities'])

const networkStatus = z.object({
  form: networkForm,
  hasPassword: z.boolean(),
  /** The stored client certificate; null for none. */
  client: z.object({ subject: z.string(), issuer: z.string(), validTo: z.string() }).nullable(),
  /** false: without a keychain the password is lost when the program ends. */
  lasting: z.boolean(),
  /** Fields that the administrator has set and locked. */
  managed: z.array(networkFields),
})
export type NetworkStatus = z.output<typeof networkStatus>

export const NETWORK_STEPS = ['name', 'route', 'proxy', 'connect', 'certificate', 'server', 'signIn'] as const

/** One step of the network check. */
const networkStep = z.object({
  step: z.enum(NETWORK_STEPS),
  /** skipped: not needed for this route; waiting: an earlier step failed. */
  state: z.enum(['good', 'warning', 'failed', 'skipped', 'waiting']),
  /** The result of the step. */
  text: z.string(),
  /** The remedy; '' if none is needed. */
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
  /** Stores a client certificate (PKCS#12, base64) and its password; no response contains either. */
  'network.setClient': hostMutation({
    title: '设置客户端证书',
    input: z.object({
      pfx: z
        .base64('无法读取客户端证书，请选择 .pfx 或 .p12 文件')
        .min(1, '请选择证书文件')
        .max(200_000, '证书文件不能超过 150 KB，请确认所选文件'),
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
  /** Checks the route to the current connection's server step by step. */
  'network.diagnose': hostMutation({
    title: '网络诊断',
    input: none,
    output: z.object({ server: z.string(), steps: z.array(networkStep) }),
  }),
}
