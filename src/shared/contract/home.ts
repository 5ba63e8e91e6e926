import { z } from 'zod'
import { MENU } from '../domain/systemMenus.ts'
import { cms, menu, query, session } from './define.ts'
import { dateTime, none } from './fields.ts'

/** Maximum difference between a machine's clock and the database's, ms; a larger one is reported. */
export const MAX_CLOCK_SKEW_MS = 2000

/** C·§3 system info: the machine that the server runs on. Sizes in bytes. */
export const serverInfo = z.object({
  /** 0 to 1, of all processors. */
  cpuUsage: z.number(),
  memoryUsed: z.number(),
  memoryTotal: z.number(),
  /** The first element is the used share in percent; empty for an unreadable disk. */
  diskUsage: z.array(z.number()),
  serverIp: z.string(),
  /** Runtime of the server; ours has no Java. */
  javaVersion: z.string(),
  fileSeparator: z.string(),
  /** Memory of the server's own process. */
  jvmTotalMemory: z.number(),
  cpuCoresCount: z.number(),
  cpuProcessorCount: z.number(),
  cpuName: z.string(),
  osName: z.string(),
  /**
   * How far the machine's clock is ahead of the database's (the authoritative one), ms; 0 with the embedded database.
   */
  clockSkewMs: z.number().optional(),
})
export type ServerInfo = z.output<typeof serverInfo>

const link = z.object({
  title: z.string(),
  /** The column or the part of the product. */
  note: z.string(),
  /** Address of its screen. */
  path: z.string(),
  time: dateTime,
})
const siteCount = z.object({ siteId: z.number(), title: z.string(), count: z.number() })

/** Drafts are counted up to this limit. */
export const MAX_COUNTED_DRAFTS = 1000

/** Beyond the documents: data of the home page. */
export const overview = z.object({
  /** Entries that the caller changed last, newest first. */
  recent: z.array(link),
  /** The caller's unpublished entries, newest first, and their number, up to MAX_COUNTED_DRAFTS. */
  drafts: z.array(link),
  draftCount: z.number(),
  /** Number of entries published today in each of the caller's sites. */
  published: z.array(siteCount),
  /** Number of outdated static pages in each of the caller's sites. */
  stale: z.array(siteCount),
  /** null without the permission. */
  server: serverInfo.nullable(),
})
export type Overview = z.output<typeof overview>
export type OverviewLink = z.output<typeof link>
export type SiteCount = z.output<typeof siteCount>

/** The home page (C·§2 Home dashboard). */
export const homeOperations = {
  /** All server data of the home page, in one call. */
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
