import type { Connection, SessionStatus } from '#shared/contract/host.ts'
import type { Site } from '#shared/contract/site.ts'
import { SUPER_GROUP } from '#shared/domain/permissions.ts'

export const builtinConnection: Connection = {
  id: 'builtin',
  name: '内置服务器',
  kind: 'builtin',
  baseUrl: 'http://127.0.0.1:4000/',
  pathMap: {},
  certificate: '',
}

/** A signed-in super administrator, unless told otherwise. */
export const aSession = (changes: Partial<SessionStatus> = {}): SessionStatus => ({
  state: 'signed-in',
  connection: builtinConnection,
  username: 'admin',
  groupId: SUPER_GROUP,
  currentSiteId: 1,
  siteItemDTOList: [],
  mustChangePassword: false,
  mustSetUpFactor: false,
  remembered: true,
  isTokenLost: false,
  ...changes,
})

/** Nobody signed in at the built-in connection. */
export const aSignedOutSession = (changes: Partial<SessionStatus> = {}): SessionStatus =>
  aSession({ state: 'signed-out', username: '', groupId: 0, currentSiteId: 0, ...changes })

export const aSite = (id: number, title: string): Site => ({
  id,
  title,
  symbol: `site-${id}`,
  note: '',
  manageType: 1201,
  templateId: 0,
  isStatus: true,
  sort: 0,
  createDate: '2026-01-01 00:00:00',
  javascript: '',
  icp: '',
  copyright: '',
  policeIcp: '',
  eduIcp: '',
  grayscale: false,
  domain: `site-${id}.example`,
  seoTitle: '',
  seoKeywords: '',
  seoDescription: '',
})

export const pageOf = <T>(content: T[]): { content: T[]; totalElements: number; totalPages: number } => ({
  content,
  totalElements: content.length,
  totalPages: 1,
})
