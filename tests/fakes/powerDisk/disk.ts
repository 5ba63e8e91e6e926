import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, chmodSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Left, Remains } from './cache.ts'
import type { FromDisk, Slowness, ToDisk } from './disk.child.ts'

/** Why no disk of this kind can be made here; null when it can. */
export function whyNoDisk(): string | null {
  if (process.platform !== 'linux') return 'power cuts are simulated on Linux alone'
  if (process.getuid?.() !== 0) return 'power cuts need the right to mount (root)'
  try {
    accessSync('/dev/fuse')
    accessSync('/dev/loop-control')
    for (const program of ['mkfs.ext4', 'losetup', 'mount']) execFileSync('which', [program], { stdio: 'ignore' })
    return null
  } catch {
    return 'power cuts need /dev/fuse, loop devices, mkfs.ext4, losetup and mount'
  }
}

const CHILD = path.join(import.meta.dirname, 'disk.child.ts')
/** After a cut the processes that waited for the disk end one after the other. */
const UNMOUNT_TRIES = 100

/** A disk whose power can be cut: what was not flushed is lost then, or a part of it. */
export class PowerDisk {
  /** Where its ext4 is mounted, also after a cut. */
  readonly mountPoint: string
  readonly #dir: string
  readonly #image: string
  readonly #folder: string
  #child: ChildProcess | null = null
  #loop = ''

  private constructor(dir: string) {
    this.#dir = dir
    this.#image = path.join(dir, 'image')
    this.#folder = path.join(dir, 'fuse')
    this.mountPoint = path.join(dir, 'disk')
  }

  /** An empty one. */
  static async make(megabytes: number): Promise<PowerDisk> {
    const missing = whyNoDisk()
    if (missing) throw new Error(missing)
    const disk = new PowerDisk(mkdtempSync(path.join(tmpdir(), 'sitecraft-power-')))
    // PostgreSQL's user has to get to the mount.
    chmodSync(disk.#dir, 0o711)
    mkdirSync(disk.#folder)
    mkdirSync(disk.mountPoint)
    writeFileSync(disk.#image, '')
    truncateSync(disk.#image, megabytes * 1024 * 1024)
    const options = 'nodiscard,lazy_itable_init=0,lazy_journal_init=0'
    execFileSync('mkfs.ext4', ['-q', '-F', '-E', options, disk.#image])
    await disk.on()
    return disk
  }

  /** The power is there (again): the file system is mounted, which replays its journal. */
  async on(): Promise<void> {
    const child = fork(CHILD, [this.#image, this.#folder, this.mountPoint], {
      stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
    })
    let said = ''
    child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()))
    this.#child = child
    const ended = once(child, 'exit').then(() => Promise.reject(new Error(`the disk ended: ${said}`)))
    ended.catch(() => undefined)
    const { loop } = await Promise.race([this.#hear('loop'), ended])
    this.#loop = loop
  }

  /**
   * The power goes at this moment. `kill` ends the programs on the disk, which may wait for it; when this resolves nothing
   * of the mount is left but what the disk had.
   */
  async cut(seed: number, kill: () => Promise<void>, remains?: Remains): Promise<Left> {
    const heard = this.#hear('left')
    this.#tell({ cut: seed, ...(remains && { remains }) })
    const { left } = await heard
    const killed = kill()
    const child = this.#child
    if (child?.exitCode === null) {
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    }
    this.#child = null
    await killed
    await this.#detach()
    return left
  }

  /** It is slow from now on; null: no more. */
  slow(how: Slowness | null): void {
    this.#tell({ slow: how })
  }

  /** Unmounts and removes it. */
  async remove(): Promise<void> {
    if (this.#child?.connected) {
      const gone = once(this.#child, 'exit')
      this.#tell({ slow: null })
      this.#tell({ end: true })
      await gone
    }
    rmSync(this.#dir, { recursive: true, force: true })
  }

  async #detach(): Promise<void> {
    for (let tries = UNMOUNT_TRIES; ; tries--) {
      try {
        execFileSync('umount', [...(tries > 0 ? [] : ['--lazy']), this.mountPoint], { stdio: 'ignore' })
        break
      } catch (error) {
        if (tries === 0) throw error
        await delay(50)
      }
    }
    execFileSync('losetup', ['-d', this.#loop])
    execFileSync('umount', ['--lazy', this.#folder])
  }

  #tell(message: ToDisk): void {
    this.#child?.send(message)
  }

  async #hear<K extends 'loop' | 'left'>(what: K): Promise<Extract<FromDisk, Record<K, unknown>>> {
    const child = this.#child
    if (!child) throw new Error('the disk has no power')
    return new Promise((resolve) => {
      const listen = (message: FromDisk): void => {
        if (!(what in message)) return
        child.off('message', listen)
        resolve(message as Extract<FromDisk, Record<K, unknown>>)
      }
      child.on('message', listen)
    })
  }
}
