import { z } from 'zod'
import { hostMutation } from './define.ts'

/** MB that may be dragged out at once: they are fetched while the pointer is held. */
export const DRAG_OUT_LIMIT_MB = 500
/** Most files at once. */
const MAX_DRAG_OUT = 100

const wanted = z.discriminatedUnion('from', [
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
export type DragOutWanted = z.output<typeof wanted>

/** Files that are dragged out of the window, onto the desktop or into another program. */
export const dragOutOperations = {
  /**
   * Makes them ready. On the desk they are then files of this computer, named by the ticket; in a browser the first one has
   * an address (`href`, once) that the browser fetches where it is let go.
   */
  'dragOut.prepare': hostMutation({
    title: '拖出文件',
    input: wanted,
    output: z.object({ ticket: z.string(), name: z.string(), href: z.string() }),
  }),
  /** The pointer carries them from now on. `started`: false where no window of the program is in front. */
  'dragOut.start': hostMutation({
    title: '开始拖出',
    input: z.object({ ticket: z.string().max(100) }),
    output: z.object({ started: z.boolean() }),
  }),
}
