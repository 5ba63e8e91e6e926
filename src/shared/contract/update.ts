import { z } from 'zod'
import { hostMutation, hostQuery } from './define.ts'
import { none } from './fields.ts'

export const UPDATE_CHANNELS = ['latest', 'beta'] as const
/** auto: fetched by itself, installed when the program ends; ask: only told; off: not looked for. */
export const UPDATE_MODES = ['auto', 'ask', 'off'] as const

/** Newer versions of this program, as far as they are known. */
export const updateState = z.object({
  /**
   * unsupported: this way of running is not updated from here, or nothing says from where; waiting: fetched, and installed
   * as soon as nothing in `waitsFor` goes on.
   */
  phase: z.enum(['unsupported', 'idle', 'looking', 'available', 'downloading', 'ready', 'waiting', 'failed']),
  /** The version that runs. */
  current: z.string(),
  /** The newer version; '' for none. */
  version: z.string(),
  /** What is new in it, in Chinese, plain text; '' for none. */
  notes: z.string(),
  /** 0 to 100, of the download. */
  percent: z.number(),
  /** In Chinese: why it is unsupported, or what failed and what to do; '' otherwise. */
  message: z.string(),
  /** Work that an installation would interrupt, in Chinese. */
  waitsFor: z.array(z.string()),
  /** When the feed was asked last, ms since 1970; 0 for never. */
  lookedAt: z.number(),
  /** The newer version that this one took the place of, because that one did not start twice; '' for none. */
  returnedFrom: z.string(),
})
export type UpdateState = z.output<typeof updateState>

export const updateOperations = {
  'update.state': hostQuery({ title: '程序更新', input: none, output: updateState }),
  /** Asks the feed now. Errors end in the state `failed`. */
  'update.look': hostMutation({ title: '检查更新', input: none, output: updateState, stale: ['update.state'] }),
  /** Fetches the version that was found; the state tells how far it is. */
  'update.download': hostMutation({ title: '下载更新', input: none, output: updateState, stale: ['update.state'] }),
  /**
   * Installs what was fetched and starts the program again: at once, or as soon as uploads and synchronisation are done.
   * Error: invalid when nothing was fetched.
   */
  'update.install': hostMutation({ title: '安装更新', input: none, output: updateState, stale: ['update.state'] }),
}
