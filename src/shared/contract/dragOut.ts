import { z } from 'zod'
import { hostMutation } from './define.ts'

/** Maximum MB per drag: the files are fetched while the pointer is held. */
export const MAX_DRAG_OUT_MB = 500
/** Maximum number of files per drag. */
const MAX_DRAG_OUT = 100

const dragOutRequest = z.discriminatedUnion('from', [
  z.object({
    from: z.literal('library'),
    files: z
      .array(z.object({ accessPath: z.string().min(1).max(2000), name: z.string().max(1000) }))
      .min(1)
      .max(MAX_DRAG_OUT, `一次最多拖出 ${MAX_DRAG_OUT} 个文件`),
  }),
  z.object({
    from: z.literal('workspace'),
    id: z.string().min(1).max(100),
    paths: z.array(z.string().min(1).max(1000)).min(1).max(MAX_DRAG_OUT),
  }),
])
export type DragOutRequest = z.output<typeof dragOutRequest>

/** Dragging files out of the window, onto the desktop or into another program. */
export const dragOutOperations = {
  /**
   * Prepares the files. In Electron they become local files named by the ticket; in a browser the first one gets a
   * one-time address (`href`) that the browser fetches on drop.
   */
  'dragOut.prepare': hostMutation({
    title: '拖出文件',
    input: dragOutRequest,
    output: z.object({ ticket: z.string(), name: z.string(), href: z.string() }),
  }),
  /** Starts the drag. `started`: false if no window of the program is in front. */
  'dragOut.start': hostMutation({
    title: '开始拖出',
    input: z.object({ ticket: z.string().max(100) }),
    output: z.object({ started: z.boolean() }),
  }),
}
