import type { HostHandlers } from '#shared/contract/bridge.ts'
import type { UpdateState } from '#shared/contract/update.ts'
import { AppError, toWire } from '#shared/errors/index.ts'
import type { Updater } from '../ports.ts'
import type { SettingsService } from '../settings.ts'
import type { Emit, Logger } from '../types.ts'
import type { Starts } from './starts.ts'

/** Between two looks at the feed, ms. */
const LOOK_MS = 6 * 3600_000
/** After the start, before the first look, ms: the start itself comes first. */
const FIRST_MS = 60_000
/** Between two looks at whether work still goes on, ms. */
const BUSY_MS = 2000
/** Between two reports of a download, ms. */
const SAY_MS = 250

export interface UpdateDeps {
  /** null where the program is not updated from here. */
  updater: Updater | null
  version: string
  /** Where the administrator lets updates come from; '' for the program's own address. */
  address: string
  /** How starts went: versions that did not start are not offered. */
  starts: Pick<Starts, 'bad' | 'returnedFrom'> | null
  settings: SettingsService
  /** Work that an installation would interrupt, in Chinese. */
  busy: () => Promise<string[]>
  now: () => number
  emit: Emit
  log: Logger
  /** For tests: shorter times. */
  timing?: Partial<typeof TIMING>
}
const TIMING = { look: LOOK_MS, first: FIRST_MS, busy: BUSY_MS }

export interface UpdateService {
  handlers: HostHandlers<'update'>
  /** The program ends: what was fetched is installed now, unless it is not to be. */
  quitting(): Promise<void>
  close(): void
}

/** Looks for newer versions of the program, fetches them, and installs them when no work is interrupted. */
export function createUpdates(deps: UpdateDeps): UpdateService {
  const { updater, settings, busy, now, emit, log } = deps
  const timing = { ...TIMING, ...deps.timing }
  const unsupported = updater
    ? updater.unsupported(deps.address)
    : '浏览器方式运行时不能从这里更新，请用安装它的方式更新'
  let state: UpdateState = {
    phase: unsupported ? 'unsupported' : 'idle',
    current: deps.version,
    version: '',
    notes: '',
    percent: 0,
    message: unsupported,
    waitsFor: [],
    lookedAt: 0,
    returnedFrom: deps.starts?.returnedFrom ?? '',
  }
  const become = (change: Partial<UpdateState>): UpdateState => {
    state = { ...state, message: '', waitsFor: [], ...change }
    emit('update.changed', state)
    return state
  }
  const failed = (error: unknown): UpdateState => {
    log.warn('update failed', { error })
    return become({ phase: 'failed', percent: 0, message: toWire(error).message })
  }

  let running: Promise<UpdateState> | null = null
  /** One step at a time; whoever asks meanwhile gets its end. */
  const once = (step: () => Promise<UpdateState>): Promise<UpdateState> =>
    (running ??= step()
      .catch(failed)
      .finally(() => (running = null)))

  async function look(): Promise<UpdateState> {
    const { updateMode, updateChannel } = await settings.get()
    if (!updater || unsupported || updateMode === 'off') return state
    if (state.phase === 'ready' || state.phase === 'waiting') return state
    become({ phase: 'looking' })
    const newer = await updater.look(updateChannel, deps.address)
    const found = newer && !deps.starts?.bad.includes(newer.version) ? newer : null
    become({
      phase: found ? 'available' : 'idle',
      version: found?.version ?? '',
      notes: found?.notes ?? '',
      lookedAt: now(),
    })
    return found && updateMode === 'auto' ? download() : state
  }

  async function download(): Promise<UpdateState> {
    if (!updater || !state.version) throw new AppError('invalid', '没有可以下载的新版本，请先检查更新')
    if (state.phase === 'ready' || state.phase === 'waiting') return state
    become({ phase: 'downloading', percent: 0 })
    let saidAt = 0
    const { hasWayBack } = await updater.download((share) => {
      if (now() - saidAt < SAY_MS) return
      saidAt = now()
      become({ phase: 'downloading', percent: Math.floor(share * 100) })
    })
    if (!hasWayBack) log.warn('no package of this version to go back to', { version: deps.version })
    return become({ phase: 'ready', percent: 100 })
  }

  let waiting: NodeJS.Timeout | undefined
  async function install(): Promise<UpdateState> {
    if (!updater || (state.phase !== 'ready' && state.phase !== 'waiting'))
      throw new AppError('invalid', '还没有下载好的新版本')
    clearTimeout(waiting)
    const waitsFor = await busy()
    if (waitsFor.length === 0) {
      updater.install({ restart: true })
      return state
    }
    waiting = setTimeout(() => void install().catch(failed), timing.busy).unref()
    const isSame = state.phase === 'waiting' && state.waitsFor.join() === waitsFor.join()
    return isSame ? state : become({ phase: 'waiting', waitsFor })
  }

  const lookBySelf = (): void => void once(look)
  const first = unsupported ? undefined : setTimeout(lookBySelf, timing.first).unref()
  const timer = unsupported ? undefined : setInterval(lookBySelf, timing.look).unref()
  return {
    handlers: {
      'update.state': async () => state,
      'update.look': () => once(look),
      'update.download': () => once(download),
      'update.install': install,
    },
    async quitting() {
      clearTimeout(waiting)
      const { updateMode } = await settings.get()
      if (updater && updateMode === 'auto' && state.phase === 'ready') updater.install({ restart: false })
    },
    close() {
      clearTimeout(first)
      clearTimeout(waiting)
      clearInterval(timer)
    },
  }
}
