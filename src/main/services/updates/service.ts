import type { HostHandlers } from '#shared/contract/bridge.ts'
import type { UpdateState } from '#shared/contract/update.ts'
import { AppError, toWire } from '#shared/errors/index.ts'
import type { Updater } from '../ports.ts'
import type { SettingsService } from '../dataFolder/settings.ts'
import type { Emit, Logger } from '../types.ts'
import type { Starts } from './starts.ts'

/** ms between two checks of the feed. */
const CHECK_MS = 6 * 3600_000
/** ms between the start and the first check. */
const FIRST_CHECK_MS = 60_000
/** ms between two checks whether work is still running. */
const BUSY_CHECK_MS = 2000
/** ms. Minimum interval between two progress reports of a download. */
const REPORT_INTERVAL_MS = 250

interface UpdateDeps {
  /** null where the program can't update itself. */
  updater: Updater | null
  version: string
  /** The update address set by the administrator; '' for the default. */
  address: string
  /** Results of earlier starts: versions that failed to start are not offered. */
  starts: Pick<Starts, 'bad' | 'returnedFrom'> | null
  settings: SettingsService
  /** Descriptions (Chinese) of work that an installation would interrupt. */
  busy: () => Promise<string[]>
  now: () => number
  emit: Emit
  log: Logger
  /** For tests: shorter times. */
  timing?: Partial<typeof TIMING>
}
const TIMING = { look: CHECK_MS, first: FIRST_CHECK_MS, busy: BUSY_CHECK_MS }

/** Checks for newer versions of the program, downloads them, and installs them when no work is interrupted. */
export class UpdateService {
  readonly handlers: HostHandlers<'update'>
  readonly #deps: UpdateDeps
  readonly #timing: typeof TIMING
  readonly #unsupported: string
  #state: UpdateState
  #running: Promise<UpdateState> | null = null
  readonly #firstTimer: NodeJS.Timeout | undefined
  readonly #timer: NodeJS.Timeout | undefined
  /** Set while an installation waits for other work to end. */
  #waiting: NodeJS.Timeout | undefined

  constructor(deps: UpdateDeps) {
    this.#deps = deps
    this.#timing = { ...TIMING, ...deps.timing }
    this.#unsupported = deps.updater
      ? deps.updater.unsupported(deps.address)
      : '以浏览器方式运行时无法在此更新，请按安装方式更新'
    this.#state = {
      phase: this.#unsupported ? 'unsupported' : 'idle',
      current: deps.version,
      version: '',
      notes: '',
      percent: 0,
      message: this.#unsupported,
      waitsFor: [],
      lookedAt: 0,
      returnedFrom: deps.starts?.returnedFrom ?? '',
    }
    this.handlers = {
      'update.state': async () => this.#state,
      'update.look': () => this.#once(() => this.#check()),
      'update.download': () => this.#once(() => this.#download()),
      'update.install': () => this.#install(),
    }
    if (this.#unsupported) return
    const check = (): void => void this.#once(() => this.#check())
    this.#firstTimer = setTimeout(check, this.#timing.first).unref()
    this.#timer = setInterval(check, this.#timing.look).unref()
  }

  /** The program ends: installs a downloaded version unless the settings forbid it. */
  async quitting(): Promise<void> {
    const { settings, updater } = this.#deps
    clearTimeout(this.#waiting)
    const { updateMode } = await settings.get()
    if (updater && updateMode === 'auto' && this.#state.phase === 'ready') updater.install({ restart: false })
  }

  close(): void {
    clearTimeout(this.#firstTimer)
    clearTimeout(this.#waiting)
    clearInterval(this.#timer)
  }

  #become(change: Partial<UpdateState>): UpdateState {
    this.#state = { ...this.#state, message: '', waitsFor: [], ...change }
    this.#deps.emit('update.changed', this.#state)
    return this.#state
  }

  #fail(error: unknown): UpdateState {
    this.#deps.log.warn('update failed', { error })
    return this.#become({ phase: 'failed', percent: 0, message: toWire(error).message })
  }

  /** Runs one step at a time; concurrent callers get the running step's result. */
  #once(step: () => Promise<UpdateState>): Promise<UpdateState> {
    this.#running ??= step()
      .catch((error: unknown) => this.#fail(error))
      .finally(() => (this.#running = null))
    return this.#running
  }

  #isFetched(): boolean {
    return this.#state.phase === 'ready' || this.#state.phase === 'waiting'
  }

  async #check(): Promise<UpdateState> {
    const { updater, settings, address, starts, now } = this.#deps
    const { updateMode, updateChannel } = await settings.get()
    if (!updater || this.#unsupported || updateMode === 'off' || this.#isFetched()) return this.#state
    this.#become({ phase: 'looking' })
    const newer = await updater.look(updateChannel, address)
    const found = newer && !starts?.bad.includes(newer.version) ? newer : null
    this.#become({
      phase: found ? 'available' : 'idle',
      version: found?.version ?? '',
      notes: found?.notes ?? '',
      lookedAt: now(),
    })
    return found && updateMode === 'auto' ? this.#download() : this.#state
  }

  async #download(): Promise<UpdateState> {
    const { updater, now, log, version } = this.#deps
    if (!updater || !this.#state.version) throw new AppError('invalid', '没有可以下载的新版本，请先检查更新')
    if (this.#isFetched()) return this.#state
    this.#become({ phase: 'downloading', percent: 0 })
    let reportedAt = 0
    const { hasWayBack } = await updater.download((share) => {
      if (now() - reportedAt < REPORT_INTERVAL_MS) return
      reportedAt = now()
      this.#become({ phase: 'downloading', percent: Math.floor(share * 100) })
    })
    if (!hasWayBack) log.warn('no package of this version to go back to', { version })
    return this.#become({ phase: 'ready', percent: 100 })
  }

  async #install(): Promise<UpdateState> {
    const { updater, busy } = this.#deps
    if (!updater || !this.#isFetched()) throw new AppError('invalid', '新版本尚未下载完成，请先下载')
    clearTimeout(this.#waiting)
    const waitsFor = await busy()
    if (waitsFor.length === 0) {
      updater.install({ restart: true })
      return this.#state
    }
    const again = (): void => void this.#install().catch((error: unknown) => this.#fail(error))
    this.#waiting = setTimeout(again, this.#timing.busy).unref()
    const { phase, waitsFor: before } = this.#state
    return phase === 'waiting' && before.join() === waitsFor.join()
      ? this.#state
      : this.#become({ phase: 'waiting', waitsFor })
  }
}
