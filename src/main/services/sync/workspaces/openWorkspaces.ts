import { rm } from 'node:fs/promises'
import type { Workspace } from '#shared/contract/workspace.ts'
import { AppError } from '#shared/errors/index.ts'
import { Mutex } from '#shared/util/mutex.ts'
import type { JsonFile } from '#services/files/jsonFile.ts'
import type { SyncTrees } from '../core/syncTrees.ts'
import { Engine, type EngineDeps } from '../engine/engine.ts'
import { layoutOf, moveTrashIntoFolder } from '../local/layout.ts'
import { deleteState, stateDirOf, type WorkspaceRecord } from '../records.ts'
import type { ConfirmedPlan } from './connect.ts'

interface OpenWorkspacesDeps extends Omit<EngineDeps, 'record' | 'scansPaused' | 'stateDir'> {
  dataDir: string
  records: JsonFile<WorkspaceRecord[]>
  /** Throws for folders that the administrator does not allow. */
  allow: (path: string) => void
}

/** The connected workspaces of this program, each with its engine. */
export class OpenWorkspaces {
  readonly #deps: OpenWorkspacesDeps
  readonly #engines = new Map<string, Engine>()
  readonly #mutex = new Mutex()

  constructor(deps: OpenWorkspacesDeps) {
    this.#deps = deps
  }

  /** Error: not-found. */
  find(id: string): Engine {
    const engine = this.#engines.get(id)
    if (!engine) throw new AppError('not-found', '该工作区已断开，请刷新列表')
    return engine
  }

  views(): Workspace[] {
    return [...this.#engines.values()].map((engine) => engine.view())
  }

  #open(record: WorkspaceRecord, seenFolder: SyncTrees | null, rests: boolean): Engine {
    const stateDir = stateDirOf(this.#deps.dataDir, record.id)
    const opened = { ...record, paused: rests || record.paused }
    const engine = new Engine({ ...this.#deps, record: opened, scansPaused: !rests, stateDir }, seenFolder)
    this.#engines.set(record.id, engine)
    engine.start()
    return engine
  }

  /** Opens the workspaces of earlier runs; `rests`: paused, without storing that. */
  async openAll(rests: boolean): Promise<void> {
    for (const record of await this.#deps.records.read()) {
      try {
        this.#open(record, null, rests || !this.#isAllowed(record))
      } catch (error) {
        this.#deps.log.error('workspace could not be opened', { workspace: record.id, error })
      }
    }
  }

  /** Ends the temporary pause of openAll. */
  async resumeAll(): Promise<void> {
    for (const record of await this.#deps.records.read())
      if (!record.paused && this.#isAllowed(record)) this.#engines.get(record.id)?.setPaused(false)
  }

  /** A workspace whose folder is no longer allowed stays paused; resuming it reports the reason. */
  #isAllowed({ id, localPath }: WorkspaceRecord): boolean {
    try {
      this.#deps.allow(localPath)
      return true
    } catch (error) {
      this.#deps.log.warn('workspace rests', { workspace: id, error })
      return false
    }
  }

  /** Runs one at a time: two plans for the same folder must not both be accepted. */
  connect(agree: () => Promise<ConfirmedPlan>): Promise<Workspace> {
    return this.#mutex.run(async () => {
      const { record, moved, scannedFolder } = await agree()
      if (moved) await this.#leaveFolder(record.id, moved.forget)
      await this.#deps.records.update((all) => [...all.filter(({ id }) => id !== record.id), record])
      return this.#open(record, scannedFolder, false).view()
    })
  }

  /** A workspace whose folder was moved continues in the new folder; its base is valid only for its own folder. */
  async #leaveFolder(id: string, forget: boolean): Promise<void> {
    await this.find(id).close()
    this.#engines.delete(id)
    if (forget) await deleteState(stateDirOf(this.#deps.dataDir, id))
  }

  async setPaused(id: string, paused: boolean): Promise<Workspace> {
    const { records, allow } = this.#deps
    const engine = this.find(id)
    if (!paused) for (const record of await records.read()) if (record.id === id) allow(record.localPath)
    await records.update((all) => all.map((record) => (record.id === id ? { ...record, paused } : record)))
    engine.setPaused(paused)
    return engine.view()
  }

  async disconnect(id: string): Promise<void> {
    const engine = this.find(id)
    const { localPath } = engine.view()
    this.#engines.delete(id)
    await engine.close()
    await this.#deps.records.update((all) => all.filter((record) => record.id !== id))
    const stateDir = stateDirOf(this.#deps.dataDir, id)
    // S20: the trash stays in the workspace's folder; if that is not reachable, it stays in the state folder.
    if (await moveTrashIntoFolder(layoutOf(localPath, stateDir))) await rm(stateDir, { recursive: true, force: true })
    else await deleteState(stateDir)
  }

  async closeAll(): Promise<void> {
    await Promise.all([...this.#engines.values()].map((engine) => engine.close()))
    this.#engines.clear()
  }
}
