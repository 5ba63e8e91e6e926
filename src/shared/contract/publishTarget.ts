import { z } from 'zod'
import { MENU } from '../domain/systemMenus.ts'
import { WEB_SERVERS } from '../domain/webServers.ts'
import { withAreaTitles, cms, menu, mutation, query, site } from './define.ts'
import { byId, dateTime, flag, id, idList, nothing, paged, paging, required, text, version, within } from './fields.ts'
import { jobRef } from './job.ts'
import { deploymentFile, targetReleaseFields, targetReleaseOutput } from './targetSchedule.ts'

export const TARGET_NAME_LIMIT = 60
export const MAX_TARGETS_PER_SITE = 20
/** Deployments whose files are kept, so that the site can be put back to what it was before them. */
export const RESTORABLE_DEPLOYMENTS = 10
/** Foreign files that are named when a person is asked about them. */
export const MAX_FOREIGN_NAMED = 100

export const TARGET_KINDS = ['sftp', 'ftps', 's3', 'webdav', 'folder', 'zip'] as const
export type TargetKind = (typeof TARGET_KINDS)[number]
/** Kinds that are a server with a name and an account. */
const isServer = (kind: TargetKind): boolean => kind === 'sftp' || kind === 'ftps'
/** Kinds that have an address that begins with https://. */
const isWeb = (kind: TargetKind): boolean => kind === 's3' || kind === 'webdav'
/** What is known of a server: the key of one is none of a server of another kind. */
export const identityFor = (kind: TargetKind, hostKey: string): string => {
  const isCertificate = /^(?:[\dA-F]{2}:){31}[\dA-F]{2}$/.test(hostKey)
  const fits = kind === 'sftp' ? !isCertificate : isCertificate && kind !== 'folder' && kind !== 'zip'
  return fits ? hostKey : ''
}
/** Days for which a zip of a deployment can be downloaded. */
export const PACK_DAYS = 7

const HOST = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?|[\da-f:]+)$/iu
const isOrigin = (value: string): boolean => {
  const url = URL.parse(value)
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === value.replace(/\/$/, '')
}
/** `https://dav.example.com/www`: a path, but no account, query or fragment. */
const isWebAddress = (value: string): boolean => {
  const url = URL.parse(value)
  return url !== null && /^https?:$/.test(url.protocol) && url.username + url.password + url.search + url.hash === ''
}
const host = text(255, '地址').refine(
  (value) => value === '' || HOST.test(value),
  '地址应为主机名或 IP，例如 www.example.com',
)
const address = text(500, '地址').refine(
  (value) => value === '' || isWebAddress(value),
  '地址应以 https:// 或 http:// 开头，不含用户名和“?”，例如 https://dav.example.com/www',
)

const settings = {
  kind: z.enum(TARGET_KINDS, '请选择类型'),
  /** Of servers. */
  host,
  port: within('端口', 1, 65535).default(22),
  /** Of FTPS. */
  encryption: z.enum(['explicit', 'implicit']).default('explicit'),
  /** Of object stores without the bucket, and of folders over WebDAV. */
  address,
  bucket: text(63, '存储桶').refine(
    (value) => value === '' || /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(value),
    '存储桶应为 3 至 63 个小写字母、数字、点或连字符',
  ),
  region: text(60, '区域').refine(
    (value) => value === '' || /^[\w.-]+$/.test(value),
    '区域只能包含字母、数字和连字符，例如 cn-hangzhou',
  ),
  /** The bucket stands in the path of the address, not before its host. */
  isPathStyle: flag,
  /** Of servers and folders over WebDAV; of object stores the id of the access key. */
  username: text(200, '用户名'),
  signIn: z.enum(['password', 'key']).default('password'),
  /** SHA-256 of the server's key in base64, or of its certificate in hexadecimal; a person has compared it. */
  hostKey: text(100, '主机密钥'),
  folder: z
    .string()
    .trim()
    .max(500, '文件夹不能超过 500 个字')
    .regex(/^\P{Cc}*$/u, '文件夹含有换行或看不见的控制字符，请重新输入')
    .refine((value) => !value.split(/[\\/]/).includes('..'), '文件夹不能包含“..”，请填写完整的文件夹')
    .default(''),
  /** `/bureau`: the site lives below it; '' at the root of its domain. */
  basePath: text(200, '访问路径').refine(
    (value) => value === '' || /^(?:\/[\p{L}\p{N}._~-]+)+$/u.test(value),
    '访问路径应以 / 开头、不以 / 结尾，例如 /bureau',
  ),
  /** `https://www.example.com`; '' the site's first domain. */
  origin: text(255, '访问域名').refine(
    (value) => value === '' || isOrigin(value),
    '访问域名应以 http:// 或 https:// 开头，不含路径，例如 https://www.example.com',
  ),
  addressForm: z.enum(['root', 'relative']).default('root'),
  /** Each build of the site is deployed. */
  isAuto: flag,
  ...targetReleaseFields,
}

/** Beyond the documents: where the built pages of a site are brought, so that visitors need no way to the back office. */
export const publishTarget = z.object({
  id: z.number(),
  siteId: z.number(),
  name: z.string(),
  kind: z.enum(TARGET_KINDS),
  host: z.string(),
  port: z.number(),
  encryption: z.enum(['explicit', 'implicit']),
  address: z.string(),
  bucket: z.string(),
  region: z.string(),
  isPathStyle: z.boolean(),
  username: z.string(),
  signIn: z.enum(['password', 'key']),
  hostKey: z.string(),
  folder: z.string(),
  basePath: z.string(),
  origin: z.string(),
  addressForm: z.enum(['root', 'relative']),
  isAuto: z.boolean(),
  ...targetReleaseOutput,
  /** The site was put back, so builds are not deployed until somebody deploys by hand. */
  isPaused: z.boolean(),
  hasPassword: z.boolean(),
  hasPrivateKey: z.boolean(),
  /** Address of the home page; '' while no domain is known. */
  url: z.string(),
  /** Of the last deployment that was completed; ''. */
  deployDate: z.string(),
  /** Files that lie at the target. */
  files: z.number(),
  /** Is the last build of the site what lies at the target? */
  isCurrent: z.boolean(),
  version: z.number(),
  changedBy: z.string(),
  changedAt: dateTime,
})
export type PublishTarget = z.output<typeof publishTarget>

export const publishTargetSave = z
  .object({
    /** 0: a new one. */
    id: id.default(0),
    siteId: id,
    name: required('请输入名称', TARGET_NAME_LIMIT),
    ...settings,
    /** '' keeps the one that is there. */
    password: text(500, '密码'),
    privateKey: text(20_000, '私钥'),
    passphrase: text(500, '私钥口令'),
    version,
  })
  .check(({ value, issues }) => {
    const wanted: [boolean, 'host' | 'address' | 'bucket' | 'region' | 'username' | 'folder', string][] = [
      [isServer(value.kind), 'host', '请输入地址'],
      [isWeb(value.kind), 'address', '请输入地址'],
      [value.kind === 's3', 'bucket', '请输入存储桶'],
      [value.kind === 's3', 'region', '请输入区域'],
      [value.kind === 's3', 'username', '请输入 AccessKey ID'],
      [isServer(value.kind) || value.kind === 'webdav', 'username', '请输入用户名'],
      [isServer(value.kind) || value.kind === 'folder', 'folder', '请输入文件夹'],
    ]
    for (const [isWanted, field, message] of wanted)
      if (isWanted && value[field].trim() === '') issues.push({ code: 'custom', input: value, path: [field], message })
  })

export const DEPLOYMENT_STATES = ['running', 'confirm', 'done', 'failed', 'cancelled'] as const

/** '': not asked for; `waiting`; `live`: visitors get what was deployed; `differs`; `unchecked`: the public address did not answer. */
export const CHECK_STATES = ['', 'waiting', 'live', 'differs', 'unchecked'] as const

/** One deployment of a site to a target. */
export const deployment = z.object({
  id: z.number(),
  targetId: z.number(),
  state: z.enum(DEPLOYMENT_STATES),
  /** How it began: by a person, after a build, at its time, or to put an earlier state back. */
  cause: z.enum(['manual', 'build', 'schedule', 'restore']),
  username: z.string(),
  createDate: dateTime,
  /** '' until it has ended. */
  endDate: z.string(),
  durationMs: z.number(),
  written: z.number(),
  removed: z.number(),
  bytes: z.number(),
  /** Why it failed, or what has to be confirmed; ''. */
  message: z.string(),
  /** What was found that a person may want to mend: addresses of the back office in pages, uploads that are gone. */
  warnings: z.array(z.string()),
  /** What has to be agreed to: `foreign` files at the target, `removal` of many pages. */
  asks: z.enum(['', 'foreign', 'removal']),
  foreign: z.array(z.string()),
  /** What the public address answered after the deployment. */
  checkState: z.enum(CHECK_STATES),
  checkProblems: z.array(z.string()),
  /** '' until it was checked. */
  checkDate: z.string(),
  /** Why the CDN may still show former pages; ''. */
  purgeProblem: z.string(),
  /** Is it the one that lies at the target, so that it can be checked? */
  canCheck: z.boolean(),
  /** Can the target be put back to what it was before this deployment? */
  canRestore: z.boolean(),
  /** Is there a zip of it that can be downloaded? */
  canDownload: z.boolean(),
})
export type Deployment = z.output<typeof deployment>

const held = menu(MENU.publishTarget)
const stale = ['publishTarget.page', 'publicState.list'] as const
const staleDeployments = ['publishTarget.page', 'publishTarget.deployments', 'publicState.list'] as const

export const publishTargetOperations = withAreaTitles({ publishTarget: '发布目标' })({
  'publishTarget.page': query({
    method: 'GET',
    path: cms('publishTarget/page'),
    title: '发布目标列表',
    access: site(held, 'siteId'),
    background: true,
    input: paging({ siteId: id }),
    output: paged(publishTarget),
  }),
  'publishTarget.findById': query({
    method: 'GET',
    path: cms('publishTarget/findById/{id}'),
    title: '发布目标详情',
    access: held,
    input: byId,
    output: publishTarget,
  }),
  /** Folders of the server itself are set by super administrators alone. */
  'publishTarget.save': mutation({
    method: 'POST',
    path: cms('publishTarget/save'),
    title: '保存发布目标',
    access: site(held, 'siteId'),
    input: publishTargetSave,
    output: publishTarget,
    success: '保存成功',
    stale,
  }),
  'publishTarget.deleteByIdList': mutation({
    method: 'POST',
    path: cms('publishTarget/deleteByIdList'),
    title: '删除发布目标',
    access: held,
    input: idList,
    output: nothing,
    success: '删除成功，目标上的文件未改动',
    stale,
  }),
  /** The key or certificate by which a server is known; a person compares it with what the server's administrator says. */
  'publishTarget.readHostKey': mutation({
    method: 'POST',
    path: cms('publishTarget/readHostKey'),
    title: '读取主机密钥',
    access: site(held, 'siteId'),
    slow: true,
    input: z
      .object({
        siteId: id,
        kind: z.enum(['sftp', 'ftps', 's3', 'webdav']).default('sftp'),
        host,
        port: within('端口', 1, 65535).default(22),
        encryption: settings.encryption,
        address,
      })
      .refine((value) => (isServer(value.kind) ? value.host : value.address) !== '', {
        path: ['host'],
        message: '请输入地址',
      }),
    /** message: why the server could not be asked; ''. */
    output: z.object({ hostKey: z.string(), message: z.string() }),
    stale: [],
  }),
  /** Writes, reads and deletes a small file. */
  'publishTarget.test': mutation({
    method: 'POST',
    path: cms('publishTarget/test'),
    title: '测试发布目标',
    access: held,
    slow: true,
    input: byId,
    /** message: what failed; '' when the target works. */
    output: z.object({ message: z.string() }),
    stale: [],
  }),
  /** Brings what was built last to the target; done by a job. */
  'publishTarget.deploy': mutation({
    method: 'POST',
    path: cms('publishTarget/deploy'),
    title: '发布到目标',
    access: held,
    input: z.object({
      id,
      /** A person has seen the foreign files at the target: they stay, those with names of the site's are replaced. */
      agreesForeign: flag,
      /** A person agreed that many pages are removed. */
      agreesRemoval: flag,
      /** Compares the files at the target with what should be there, and mends what differs. */
      isVerified: flag,
    }),
    output: jobRef,
    stale: staleDeployments,
  }),
  /** Puts the target back to what it was before a deployment; done by a job. */
  'publishTarget.restore': mutation({
    method: 'POST',
    path: cms('publishTarget/restore'),
    title: '还原发布',
    access: held,
    input: byId,
    output: jobRef,
    stale: staleDeployments,
  }),
  /** Asks the public address of a target again; done by a job. */
  'publishTarget.check': mutation({
    method: 'POST',
    path: cms('publishTarget/check'),
    title: '检查发布结果',
    access: held,
    input: byId,
    output: jobRef,
    stale: staleDeployments,
  }),
  /** The files that a deployment changed; of the last ones alone. */
  'publishTarget.deploymentFiles': query({
    method: 'GET',
    path: cms('publishTarget/deploymentFiles'),
    title: '发布的文件',
    access: held,
    input: paging({ deploymentId: id }),
    output: paged(deploymentFile),
  }),
  /** Of a deployment that was made as a zip. */
  'publishTarget.download': mutation({
    method: 'POST',
    path: cms('publishTarget/download'),
    title: '下载发布的压缩包',
    access: held,
    input: byId,
    /** An address that works without the token for a day and supports range requests. */
    output: z.string(),
    stale: [],
  }),
  'publishTarget.deployments': query({
    method: 'GET',
    path: cms('publishTarget/deployments'),
    title: '发布记录',
    access: held,
    background: true,
    input: paging({ targetId: id }),
    output: paged(deployment),
  }),
  /** The configuration of the web server that shows a target to visitors. */
  'publishTarget.webServer': query({
    method: 'GET',
    path: cms('publishTarget/webServer'),
    title: '服务器配置',
    access: held,
    input: z.object({
      id,
      server: z.enum(WEB_SERVERS, '请选择服务器软件'),
      /** HTTPS ends at a gateway or CDN in front of the web server. */
      isTlsElsewhere: flag,
      /** The site's folder as the web server sees it; '' the target's. */
      folder: text(500, '网站文件夹'),
    }),
    /** message: what has to be changed before there is a configuration; ''. */
    output: z.object({ text: z.string(), message: z.string() }),
  }),
})
