import { z } from 'zod'
import { hostMutation, hostQuery } from './define.ts'
import { none } from './fields.ts'

export const UPDATE_CHANNELS = ['latest', 'beta'] as const
/** auto: downloaded automatically, installed when the program ends; ask: only reported; off: no check. */
export const UPDATE_MODES = ['auto', 'ask', 'off'] as const

/** State of program updates. */
export const updateState = z.object({
  /**
   * unsupported: this kind of installation does not update itself, or no feed is configured; waiting: downloaded, to be
   * installed when nothing in `waitsFor` is running.
   */
  phase: z.enum(['unsupported', 'idle', 'looking', 'available', 'downloading', 'ready', 'waiting', 'failed']),
  /** The running version. */
  current: z.string(),
  /** The newer version; '' for none. */
  version: z.string(),
  /** Release notes in Chinese, plain text; '' for none. */
  notes: z.string(),
  /** Download progress, 0 to 100. */
  percent: z.number(),
  /** In Chinese: why it is unsupported, or the failure and its remedy; '' otherwise. */
  message: z.string(),
  /** Work that an installation would interrupt, in Chinese. */
  waitsFor: z.array(z.string()),
  /** Time of the last check, ms since 1970; 0 for never. */
  lookedAt: z.number(),
  /** The newer version that was rolled back because it failed to start twice; '' for none. */
  returnedFrom: z.string(),
})
export type UpdateState = z.output<typeof updateState>

export const updateOperations = {
  'update.state': hostQuery({ title: '程序更新', input: none, output: updateState }),
  /** Checks the feed now. Errors lead to the state `failed`. */
  'update.look': hostMutation({ title: '检查更新', input: none, output: updateState, stale: ['update.state'] }),
  /** Downloads the found version; the state reports the progress. */
  'update.download': hostMutation({ title: '下载更新', input: none, output: updateState, stale: ['update.state'] }),
  /**
   * Installs the downloaded version and restarts the program: at once, or as soon as uploads and synchronisation are
   * done. Error: invalid if nothing was downloaded.
   */
  'update.install': hostMutation({ title: '安装更新', input: none, output: updateState, stale: ['update.state'] }),
}
