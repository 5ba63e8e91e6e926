import { ipcMain, type IpcMainEvent, type IpcMainInvokeEvent } from 'electron'
import { isAbsolute } from 'node:path'
import { z } from 'zod'
import type { Host } from '#services/compose.ts'
import type { GrantedFile, Result } from '#shared/contract/bridge.ts'
import { CHANNEL, type PickedFile } from '#shared/contract/ipc.ts'
import { AppError, toWire } from '#shared/errors/index.ts'
import type { MemoryFiles } from './memoryFiles.ts'
import { isTrustedSender } from './security/rules.ts'

const invocation = z.tuple([z.string().max(200), z.unknown()])
const pickedFile = z.strictObject({
  path: z.literal('').or(z.string().max(32_767).refine(isAbsolute)),
  name: z.string().max(255),
  place: z.string().max(2000),
}) satisfies z.ZodType<PickedFile>
const pickedFiles = z.tuple([z.array(pickedFile).max(10_000)])

/**
 * Connects the page's bridge (src/preload) with the services. Every message is validated, and answered with a Result.
 * @param onListening called with each page that has subscribed to events
 */
export function bindIpc(host: Host, memoryFiles: MemoryFiles, onListening: (pageId: number) => void): void {
  handleMessage(CHANNEL.invoke, invocation, ([name, input]) => host.invoke(name, input))
  handleMessage(CHANNEL.grant, pickedFiles, async ([files]) => ({
    ok: true,
    data: files.map(createGrant(host, memoryFiles)),
    code: 200,
    msg: '',
  }))
  ipcMain.on(CHANNEL.listen, createListener(host, onListening))
}

const createGrant =
  ({ grants }: Host, memoryFiles: MemoryFiles) =>
  ({ path, name, place }: PickedFile): Pick<GrantedFile, 'grant' | 'sendTo'> => {
    if (path === '') return { grant: '', sendTo: memoryFiles.expect({ name, relativePath: place }) }
    return { grant: place === '' ? grants.issue(path) : grants.issuePlaced(path, place) }
  }

function handleMessage<S extends z.ZodType>(
  channel: string,
  shape: S,
  answer: (args: z.output<S>) => Promise<Result>,
): void {
  ipcMain.handle(channel, async (event: IpcMainInvokeEvent, ...args: unknown[]): Promise<Result> => {
    try {
      if (!isTrustedSender(event.senderFrame)) throw new AppError('forbidden', '该页面无法使用程序的功能')
      const parsed = shape.safeParse(args)
      if (!parsed.success) throw new AppError('invalid', '请求内容不完整，请重新操作')
      return await answer(parsed.data)
    } catch (error) {
      return { ok: false, error: toWire(error) }
    }
  })
}

/** One subscription per page; a reloaded page replaces its former subscription. */
function createListener(host: Host, onListening: (pageId: number) => void): (event: IpcMainEvent) => void {
  const ends = new Map<number, () => void>()
  const end = (pageId: number): void => {
    ends.get(pageId)?.()
    ends.delete(pageId)
  }
  return ({ sender, senderFrame }) => {
    if (!isTrustedSender(senderFrame)) return
    if (!ends.has(sender.id)) sender.once('destroyed', () => end(sender.id))
    end(sender.id)
    ends.set(
      sender.id,
      host.subscribe((message) => {
        if (!sender.isDestroyed()) sender.send(CHANNEL.event, message)
      }),
    )
    onListening(sender.id)
  }
}
