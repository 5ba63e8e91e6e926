import { z } from 'zod'
import { MENU } from '../domain/systemMenus.ts'
import { cms, menu, query, session } from './define.ts'
import { dateTime, none } from './fields.ts'

/** A machine whose clock differs from the database's by more is reported, ms. */
export const TOLERATED_SKEW_MS = 2000

/** C·§3 system info: the machine that the server runs on. Sizes in bytes. */
export const serverInfo = z.object({
  /** 0 to 1, of all processors. */
  cpuUsage: z.number(),
  memoryUsed: z.number(),
  memoryTotal: z.number(),
  /** The first is the share that is used, in percent; empty for a disk that can't be read. */
  diskUsage: z.array(z.number()),
  serverIp: z.string(),
  /** What the server runs in; ours has no Java. */
  javaVersion: z.string(),
  fileSeparator: z.string(),
  /** Memory of the server's own process. */
  jvmTotalMemory: z.number(),
  cpuCoresCount: z.number(),
  cpuProcessorCount: z.number(),
  cpuName: z.string(),
  osName: z.string(),
  /** ms that the machine's clock is ahead of the database's, whose time counts; 0 with the embedded database. */
  clockSkewMs: z.number().optional(),
})
export type ServerInfo = z.output<typeof serverInfo>

const link = z.object({
  title: z.string(),
  /** Where it belongs: the column, the part of the product. */
  note: z.string(),
  /** Address of its screen. */
  path: z.string(),
  time: dateTime,
})
const siteCount = z.object({ siteId: z.number(), title: z.string(), count: z.number() })

/** Drafts are counted up to so many. */
export const COUNTED_DRAFTS = 1000

/** Beyond the documents: what somebody comes back for. */
export const overview = z.object({
  /** What the caller changed last, the newest first. */
  recent: z.array(link),
  /** Entries of the caller that are not public, the newest first, and how many there are, up to COUNTED_DRAFTS. */
  drafts: z.array(link),
  draftCount: z.number(),
  /** Entries that were published today, of the caller's sites. */
  published: z.array(siteCount),
  /** Static pages that show an entry as it was before its last change, of the caller's sites. */
  stale: z.array(siteCount),
  /** null for who may not see it. */
  server: serverInfo.nullable(),
})
export type Overview = z.output<typeof overview>
export type OverviewLink = z.output<typeof link>
export type SiteCount = z.output<typeof siteCount>

/** The home page (C·§2 Home dashboard). */
export const homeOperations = {
  /** All that the home page asks of the server by itself, in one call. */
  'home.overview': query({
    method: 'GET',
    path: cms('home/overview'),
    title: '首页',
    access: session,
    input: none,
    output: overview,
  }),
  'system.info': query({
    method: 'GET',
    path: cms('system/info'),
    call: 208,
    title: '服务器信息',
    access: menu(MENU.dashboard),
    background: true,
    input: none,
    output: serverInfo,
  }),
}
