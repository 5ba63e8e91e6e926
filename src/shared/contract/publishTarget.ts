import { z } from 'zod'
import { MENU } from '../domain/systemMenus.ts'
import { withAreaTitles, cms, menu, mutation, query, site } from './define.ts'
import { byId, dateTime, flag, id, idList, nothing, paged, paging, required, text, version, within } from './fields.ts'
import { jobRef } from './job.ts'

export const TARGET_NAME_LIMIT = 60
export const MAX_TARGETS_PER_SITE = 20
/** Deployments whose files are kept, so that the site can be put back to what it was before them. */
export const RESTORABLE_DEPLOYMENTS = 10
/** Foreign files that are named when a person is asked about them. */
export const MAX_FOREIGN_NAMED = 100

export const TARGET_KINDS = ['folder', 'sftp'] as const
export type TargetKind = (typeof TARGET_KINDS)[number]

const HOST = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?|[\da-f:]+)$/iu
const isOrigin = (value: string): boolean => {
  const url = URL.parse(value)
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === value.replace(/\/$/, '')
}

const settings = {
  kind: z.enum(TARGET_KINDS, '请选择类型'),
  /** Of servers. */
  host: text(255, '地址').refine(
    (value) => value === '' || HOST.test(value),
    '地址应为主机名或 IP，例如 www.example.com',
  ),
  port: within('端口', 1, 65535).default(22),
  username: text(100, '用户名'),
  signIn: z.enum(['password', 'key']).default('password'),
  /** SHA-256 of the server's key in base64; a person has compared it. */
  hostKey: text(100, '主机密钥'),
  folder: required('请输入文件夹', 500),
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
}

/** Beyond the documents: where the built pages of a site are brought, so that visitors need no way to the back office. */
export const publishTarget = z.object({
  id: z.number(),
  siteId: z.number(),
  name: z.string(),
  kind: z.enum(TARGET_KINDS),
  host: z.string(),
  port: z.number(),
  username: z.string(),
  signIn: z.enum(['password', 'key']),
  hostKey: z.string(),
  folder: z.string(),
  basePath: z.string(),
  origin: z.string(),
  addressForm: z.enum(['root', 'relative']),
  isAuto: z.boolean(),
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
  .refine(({ kind, host }) => kind === 'folder' || host !== '', { path: ['host'], message: '请输入地址' })
  .refine(({ kind, username }) => kind === 'folder' || username !== '', { path: ['username'], message: '请输入用户名' })

export const DEPLOYMENT_STATES = ['running', 'confirm', 'done', 'failed', 'cancelled'] as const

/** One deployment of a site to a target. */
export const deployment = z.object({
  id: z.number(),
  targetId: z.number(),
  state: z.enum(DEPLOYMENT_STATES),
  /** How it began: by a person, after a build, or to put an earlier state back. */
  cause: z.enum(['manual', 'build', 'restore']),
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
  /** Can the target be put back to what it was before this deployment? */
  canRestore: z.boolean(),
})
export type Deployment = z.output<typeof deployment>

const held = menu(MENU.publishTarget)
const stale = ['publishTarget.page'] as const
const staleDeployments = ['publishTarget.page', 'publishTarget.deployments'] as const

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
  /** The key by which a server is known; a person compares it with what the server's administrator says. */
  'publishTarget.readHostKey': mutation({
    method: 'POST',
    path: cms('publishTarget/readHostKey'),
    title: '读取主机密钥',
    access: site(held, 'siteId'),
    slow: true,
    input: z.object({ siteId: id, host: required('请输入地址', 255), port: within('端口', 1, 65535) }),
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
  'publishTarget.deployments': query({
    method: 'GET',
    path: cms('publishTarget/deployments'),
    title: '发布记录',
    access: held,
    background: true,
    input: paging({ targetId: id }),
    output: paged(deployment),
  }),
})
