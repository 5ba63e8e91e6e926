import { open } from 'node:fs/promises'
import { z } from 'zod'

/** Whose it is and of which form, so that it is found without its form; those of before have neither. */
const head = z.object({ owner: z.string(), key: z.string() })
export type DraftHead = z.output<typeof head>

/** The facts of a draft stand in so many bytes at its beginning. */
const HEAD_BYTES = 4096

/** What stands before the text, which may have many megabytes; null for a file that says nothing of it. */
export async function headOf(path: string): Promise<DraftHead | null> {
  try {
    await using file = await open(path)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    // No such signs stand within a text of JSON.
    const [facts = ''] = buffer.toString('utf8', 0, bytesRead).split(',"text":', 1)
    return head.parse(JSON.parse(`${facts}}`))
  } catch {
    return null
  }
}
