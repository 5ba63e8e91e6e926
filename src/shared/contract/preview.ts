import { z } from 'zod'
import { hostQuery } from './define.ts'

/** Path prefix of the pages that content.preview stores; a ticket follows. */
export const PREVIEW_PAGES = 'api/sitecraft/preview'

/** Previews of content in a frame of the page. */
export const previewHostOperations = {
  /**
   * Returns an address on the page's own host that shows the preview at `address` (content.preview) in `<iframe
   * sandbox="">`, where it has no origin and runs no scripts. `unsupported` for an address that is not a preview page
   * of the connected server.
   */
  'preview.open': hostQuery({
    title: '显示预览',
    input: z.object({ address: z.string().min(1, '没有可以预览的页面').max(2000) }),
    output: z.object({ href: z.string() }),
  }),
}
