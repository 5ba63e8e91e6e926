// A disk in a process of its own: `disk.child.ts IMAGE FOLDER MOUNT`. Serves the image as the only file of a FUSE file system at
// FOLDER and mounts the ext4 in it at MOUNT. It is told over IPC to be slow, to lose its power, or to end, and ends by itself with
// the process that started it.
import { execFile, spawn } from 'node:child_process'
import { openSync, statSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { DiskCache, type Left, type Remains } from './cache.ts'
import * as fuse from './fuse.ts'

/** A disk that takes its time: for each write and flush, and more for each so many of them. */
export interface Slowness {
  ms: number
  spikeMs: number
  spikeEvery: number
}

/** What the disk is told. */
export type ToDisk = { cut: number; remains?: Remains } | { slow: Slowness | null } | { end: true }
/** What it says: once it is mounted; what a cut left, after which it answers nothing more; that it has ended in order. */
export type FromDisk = { loop: string } | { left: Left; writes: number; flushes: number } | { ended: true }

const [image = '', folder = '', mountPoint = ''] = process.argv.slice(2)
const run = promisify(execFile)
const say = (message: FromDisk): void => void process.send?.(message)

const cache = new DiskCache(openSync(image, 'r+'))
const { size } = statSync(image)
const device = openSync('/dev/fuse', 'r+')
let isCut = false
let slow: Slowness | null = null
let worked = 0

/** Its work takes as long as a slow disk takes. */
async function takeTime(): Promise<void> {
  if (!slow) return
  worked += 1
  await delay(worked % slow.spikeEvery === 0 ? slow.spikeMs : slow.ms)
}

/** null: no answer is expected. */
async function answer({ op, node, body }: fuse.Request): Promise<Buffer | number | null> {
  const at = Number(node)
  switch (op) {
    case fuse.OP.INIT:
      return fuse.initOut()
    case fuse.OP.LOOKUP:
      return body.subarray(0, -1).toString() === path.basename(image) ? fuse.entryOut(size) : fuse.ENOENT
    case fuse.OP.GETATTR:
    case fuse.OP.SETATTR:
      return fuse.attrOut(at, size)
    case fuse.OP.OPEN:
    case fuse.OP.OPENDIR:
      return fuse.openOut(at)
    case fuse.OP.STATFS:
      return fuse.statfsOut(size)
    case fuse.OP.READ: {
      const span = fuse.spanIn(body)
      return cache.read(span.at, Math.max(0, Math.min(span.size, size - span.at)))
    }
    case fuse.OP.WRITE: {
      const span = fuse.spanIn(body)
      await takeTime()
      if (!isCut) cache.write(span.at, span.bytes)
      return fuse.writeOut(span.size)
    }
    case fuse.OP.FSYNC:
      await takeTime()
      if (!isCut) cache.flush()
      return Buffer.alloc(0)
    case fuse.OP.FLUSH:
    case fuse.OP.RELEASE:
    case fuse.OP.RELEASEDIR:
    case fuse.OP.ACCESS:
    case fuse.OP.DESTROY:
      return Buffer.alloc(0)
    case fuse.OP.FORGET:
    case fuse.OP.BATCH_FORGET:
    case fuse.OP.INTERRUPT:
      return null
    default:
      return fuse.ENOSYS
  }
}

async function serve(): Promise<void> {
  for (;;) {
    const request = await fuse.nextRequest(device)
    if (!request) return
    const out = await answer(request)
    // Who asked waits until this process is killed, as one waits for a disk without power.
    if (isCut) return
    if (typeof out === 'number') fuse.reply(device, request, undefined, out)
    else if (out) fuse.reply(device, request, out)
  }
}

/** `mount` gets the device as its descriptor 3. */
const mountFuse = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const options = 'fd=3,rootmode=40000,user_id=0,group_id=0'
    const child = spawn('mount', ['-i', '-t', 'fuse', '-o', options, 'sitecraft-disk', folder], {
      stdio: ['ignore', 'ignore', 'pipe', device],
    })
    let said = ''
    child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()))
    child.on('error', reject)
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`mount: ${said}`))))
  })

let loop = ''

async function end(how: readonly string[]): Promise<void> {
  // A program that still has a file open keeps the file system: it is detached then.
  await run('umount', [...how, mountPoint]).catch(() => run('umount', ['--lazy', mountPoint]).catch(() => undefined))
  if (loop) await run('losetup', ['-d', loop]).catch(() => undefined)
  await run('umount', ['--lazy', folder]).catch(() => undefined)
  say({ ended: true })
  process.exit()
}

process.on('message', (message: ToDisk) => {
  if ('slow' in message) slow = message.slow
  else if ('end' in message) void end([])
  else {
    isCut = true
    const left = cache.cut(message.cut, message.remains)
    say({ left, writes: cache.writes, flushes: cache.flushes })
  }
})
process.on('disconnect', () => (isCut ? process.exit() : void end(['--lazy'])))
// Ctrl-C is for the process that started this one, which is gone then.
process.on('SIGINT', () => undefined)

// Nothing can be read before the kernel knows what the device is for; it does not wait for the first answer.
await mountFuse()
void serve()
const { stdout } = await run('losetup', ['--find', '--show', path.join(folder, path.basename(image))])
loop = stdout.trim()
await run('mount', ['-t', 'ext4', '-o', 'noatime', loop, mountPoint])
say({ loop })
